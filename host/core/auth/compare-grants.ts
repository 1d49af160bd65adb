import type { Access } from '@atrium/sdk/host'
import { accessTo, allows, type Holder } from './grants.ts'

/** The permissions that a change of grants gives and takes. */
export interface GrantChange {
  readonly gains: readonly string[]
  readonly loses: readonly string[]
  /** Permissions held before and after, but with a different reach in records or fields. */
  readonly limits: readonly LimitChange[]
}

/** The records and fields of a table that permissions reach. Null: all of them; an empty list: none. */
export interface LimitChange {
  readonly resource: string
  readonly permissions: readonly string[]
  readonly before: readonly Access[] | null
  readonly after: readonly Access[] | null
}

/**
 * Compares what somebody may do before and after a change. Undefined if these permissions do not differ.
 * @param permissions those that exist before and after, without `*`
 */
export function compareGrants(
  before: Holder,
  after: Holder,
  permissions: { readonly before: readonly string[]; readonly after: readonly string[] },
): GrantChange | undefined {
  const held = (holder: Holder, names: readonly string[]) =>
    new Set(names.filter((permission) => allows(holder, permission)))
  const [former, present] = [held(before, permissions.before), held(after, permissions.after)]
  const kept = [...present].filter((permission) => former.has(permission))
  const change: GrantChange = {
    gains: [...present].filter((permission) => !former.has(permission)),
    loses: [...former].filter((permission) => !present.has(permission)),
    limits: ruledTables(before, after).flatMap((resource) => limitChanges(before, after, { resource, kept })),
  }
  return Object.values(change).some((list: readonly unknown[]) => list.length > 0) ? change : undefined
}

const ruledTables = (...holders: readonly Holder[]) => [
  ...new Set(
    holders
      .flatMap(({ roles }) => roles)
      .flatMap(({ conditions, fields }) => [...conditions, ...fields].map(({ resource }) => resource)),
  ),
]

/** The permissions whose reach in one table changes in the same way share an entry. */
function limitChanges(
  before: Holder,
  after: Holder,
  { resource, kept }: { resource: string; kept: readonly string[] },
): LimitChange[] {
  const changes = new Map<string, LimitChange>()
  for (const permission of kept) {
    const on = { resource, permission }
    const reach = { before: accessTo(before, on) ?? null, after: accessTo(after, on) ?? null }
    if (JSON.stringify(reach.before) === JSON.stringify(reach.after)) continue
    const key = JSON.stringify(reach)
    const permissions = [...(changes.get(key)?.permissions ?? []), permission]
    changes.set(key, { resource, permissions, ...reach })
  }
  return [...changes.values()]
}
