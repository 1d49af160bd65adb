/** Whether the caller holds a permission. */
export type Can = (permission: string) => boolean

/**
 * Leaves out what names a permission that the caller lacks: columns, entries, actions, fields, the create button; and what holds
 * nothing any more because of that. JSON Schemas are let through as they are.
 */
export function hideDenied<Value>(value: Value, can: Can): Value {
  if (Array.isArray(value)) return hideInList(value, can) as Value
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => isAllowed(member, can))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, name === 'schema' ? member : hideDenied(member, can)]),
  ) as Value
}

function hideInList(list: readonly unknown[], can: Can): unknown[] {
  return list.flatMap((each) => {
    if (!isAllowed(each, can)) return []
    const kept = hideDenied(each, can)
    return isEmptied(each, kept) ? [] : [kept]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isAllowed = (value: unknown, can: Can) =>
  !isObject(value) || typeof value.permission !== 'string' || can(value.permission)

/** A section or grid whose children are all hidden. */
const isEmptied = (before: unknown, after: unknown) => countChildren(before) > 0 && countChildren(after) === 0

const countChildren = (value: unknown) => (isObject(value) && Array.isArray(value.children) ? value.children.length : 0)
