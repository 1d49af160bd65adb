import { nearest_name } from '@atrium/sdk'
import type {
  CollectedStore,
  DashboardDraft,
  NamespaceDeclaration,
  ResourceDraft,
  RouteDeclaration,
  ToolDeclaration,
} from '@atrium/sdk/host'
import { member_origin, record_fields } from '@atrium/sdk/host'
import type { Operation } from '../../../core/registries/index.ts'
import type { Finding, Reference, Report } from './finding.ts'

type PermissionUse = Extract<Reference, { kind: 'permission' }>

/** The declarations that may name a permission. */
interface Declarations {
  readonly resources: readonly ResourceDraft[]
  readonly dashboards: readonly DashboardDraft[]
  readonly routes: readonly RouteDeclaration[]
  readonly tools: readonly ToolDeclaration[]
  readonly namespaces: readonly NamespaceDeclaration[]
  readonly stores: readonly CollectedStore[]
}

/**
 * Reports permissions of the plugin's own that resemble one of its routes but are not one. Returns the permissions of other plugins, which
 * the host has to check.
 */
export function checkPermissions(
  owner: string,
  declarations: Declarations,
  { operations, report }: { operations: readonly Operation[]; report: Report },
): Reference[] {
  const uses = [...permissionUses(declarations), ...fieldUses(declarations)]
  const isOwn = ({ permission }: PermissionUse) => permission.startsWith(`${owner}.`)
  for (const use of uses.filter(isOwn)) {
    const meant = misspelt(use.permission, operations)
    if (meant !== undefined) report(unknownPermission(use, `Did you mean [${meant}]?`))
  }
  return uses.filter((use) => !isOwn(use))
}

/** The finding for a permission that no route requires. */
export const unknownPermission = ({ who, permission, origin }: PermissionUse, fix: string): Finding => ({
  code: 'permission_unknown',
  message: `${who} requires the permission [${permission}], which no route requires.`,
  fix,
  origin,
})

/** The permission of a route from which another one differs by a typo in one of its parts. Undefined if a route requires it. */
export function misspelt(permission: string, operations: readonly Operation[]): string | undefined {
  const known = [...new Set(operations.flatMap((each) => each.permission ?? []))]
  if (known.includes(permission)) return undefined
  const parts = permission.split('.')
  return known.find((each) => {
    const others = each.split('.')
    const different = parts.flatMap((part, index) =>
      part === others[index] ? [] : [[part, others[index] ?? ''] as const],
    )
    return others.length === parts.length && different.length === 1 && isSlip(...different[0]!)
  })
}

const isSlip = (part: string, other: string) => nearest_name(part, [other]) !== undefined

function permissionUses({ resources, dashboards, routes, tools, namespaces }: Declarations): PermissionUse[] {
  return [
    ...routes.flatMap(({ method, path, options: { permission }, origin }) =>
      use(`The route [${method} ${path}]`, permission, origin),
    ),
    ...resources.flatMap((draft) => use(`The resource [${draft.id}]`, draft.permission, originOf(draft))),
    ...dashboards.flatMap((draft) => use(`The dashboard [${draft.id}]`, draft.permission, originOf(draft))),
    ...tools.flatMap(({ name, options, origin }) =>
      use(`The tool [${name}]`, 'permission' in options ? options.permission : undefined, origin),
    ),
    ...namespaces.flatMap(({ name, rules, origin }) =>
      Object.entries(rules).flatMap(([type, { permission }]) =>
        use(`The message [${type}] of [${name}]`, permission, origin),
      ),
    ),
  ]
}

/** The permissions of fields. A field may have one that no route requires, so only those that resemble a route's are reported. */
function fieldUses({ resources, stores }: Declarations): PermissionUse[] {
  const records = [
    ...stores.map(({ schema, table }) => ({ schema, origin: table?.origin })),
    ...resources.map((draft) => ({ schema: draft.record, origin: member_origin(draft, 'record') ?? draft.origin })),
  ]
  const uses = records.flatMap(({ schema, origin }) => {
    if (schema === undefined || origin === undefined) return []
    return [...record_fields(schema).values()].flatMap(({ name, permission }) =>
      use(`The field [${name}] of a record`, permission, origin).map((each) => ({ ...each, isField: true as const })),
    )
  })
  return [...new Map(uses.map((each) => [`${each.who} ${each.permission}`, each])).values()]
}

const originOf = (draft: ResourceDraft | DashboardDraft) =>
  member_origin<{ permission?: string }>(draft, 'permission') ?? draft.origin

const use = (who: string, permission: string | undefined, origin: PermissionUse['origin']): PermissionUse[] =>
  permission === undefined ? [] : [{ kind: 'permission', who, permission, origin }]
