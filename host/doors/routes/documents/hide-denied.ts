import type { Caller } from '@atrium/sdk'
import type { FormDefinition, JsonSchema, LayoutNode } from '@atrium/sdk/documents'

/** Tells whether the caller holds a permission. */
export type Can = (permission: string) => boolean

/**
 * Removes every part of a document that names a permission the caller lacks: columns, entries, actions, fields, the create button.
 * Also removes sections and grids that become empty. JSON Schemas and translations stay unchanged.
 */
export function hideDenied<Value>(value: Value, can: Can): Value {
  if (Array.isArray(value)) return hideInList(value, can) as Value
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name, member]) => UNCHANGED.has(name) || isAllowed(member, can))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, UNCHANGED.has(name) ? member : hideDenied(member, can)]),
  ) as Value
}

/** Members whose own members have names that documents do not choose. */
const UNCHANGED: ReadonlySet<string> = new Set(['schema', 'texts'])

function hideInList(list: readonly unknown[], can: Can): unknown[] {
  return list.flatMap((each) => {
    if (!isAllowed(each, can)) return []
    const kept = hideDenied(each, can)
    return isEmptied(each, kept) ? [] : [kept]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A key on a part of a document, next to its JSON: callers who hold none of these permissions do not see the part. */
export const ANY_OF = Symbol('any of these permissions')

/** A part of a document that callers see if they hold any of several permissions. */
export const shownWithAny = <Part extends object>(part: Part, permissions: readonly string[]): Part => ({
  ...part,
  [ANY_OF]: permissions,
})

function isAllowed(value: unknown, can: Can): boolean {
  if (!isObject(value)) return true
  const { permission, [ANY_OF]: any } = value as { permission?: unknown; [ANY_OF]?: readonly string[] }
  return (typeof permission !== 'string' || can(permission)) && (any?.some(can) ?? true)
}

/** Tells whether a section or grid has lost all its children, or a group of the sidebar all its items. */
const isEmptied = (before: unknown, after: unknown) => countMembers(before) > 0 && countMembers(after) === 0

function countMembers(value: unknown): number {
  const members = isObject(value) ? (value.children ?? value.items) : undefined
  return Array.isArray(members) ? members.length : 0
}

type Properties = Record<string, JsonSchema>

/** Removes the fields that the caller may not see from the fields, the layout and the schema of a form. */
function hideDeniedFields(form: FormDefinition, can: Can): FormDefinition {
  const properties = (form.schema.properties ?? {}) as Properties
  const denied = new Set(
    [...Object.entries(form.fields), ...Object.entries(properties)]
      .filter(([, { permission }]) => typeof permission === 'string' && !can(permission))
      .map(([name]) => name),
  )
  if (denied.size === 0) return form
  return {
    ...form,
    fields: withoutNames(form.fields, denied),
    layout: layoutWithout(form.layout, denied),
    schema: schemaWithout(form.schema, denied),
  }
}

function withoutNames<Value>(record: Record<string, Value>, names: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)))
}

export function layoutWithout(nodes: readonly LayoutNode[], names: ReadonlySet<string>): LayoutNode[] {
  return nodes.flatMap((node): LayoutNode[] => {
    if (node.kind === 'field') return names.has(node.name) ? [] : [node]
    const children = layoutWithout(node.children, names)
    return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children } as LayoutNode]
  })
}

/** Conditions are in `allOf`, as `if` … `then: { required }`. An empty `required` is always satisfied, so they can stay. */
export function schemaWithout(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties, required, then, allOf } = schema as {
    properties?: Properties
    required?: string[]
    then?: JsonSchema
    allOf?: JsonSchema[]
  }
  return {
    ...schema,
    ...(properties && { properties: withoutNames(properties, names) }),
    ...(required && { required: required.filter((name) => !names.has(name)) }),
    ...(then && { then: schemaWithout(then, names) }),
    ...(allOf && { allOf: allOf.map((each) => schemaWithout(each, names)) }),
  }
}

/** Returns a document as the caller may see it. */
export function shownTo<Document extends object>(caller: Caller, document: Document): Document {
  const can = (permission: string) => caller.can(permission)
  return hideDenied(isForm(document) ? hideDeniedFields(document, can) : document, can) as Document
}

const isForm = (document: object): document is FormDefinition => 'fields' in document && 'layout' in document
