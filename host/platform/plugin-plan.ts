import type { PluginDeclarations, PluginGrantPlan } from '@atrium/sdk/documents'
import { compareGrants, covers, holderOf } from '../core/auth/index.ts'
import type { Role, RoleRecord, TokenRecord, UserRecord } from '../core/auth/index.ts'
import { findLimitProblems, type LimitProblem, tableSchemas } from '../core/registries/index.ts'

/** The grants that a new version may affect. */
export interface Granted {
  readonly people: readonly UserRecord[]
  readonly roles: readonly RoleRecord[]
  readonly tokens: readonly TokenRecord[]
  /** The permissions that other plugins and the platform require. */
  readonly others: ReadonlySet<string>
}

interface Versions {
  /** Undefined: the plugin does not serve now. */
  readonly before: PluginDeclarations | undefined
  readonly after: PluginDeclarations
}

type Affected = PluginGrantPlan['affected'][number]
type Renamed = PluginGrantPlan['permissions']['renamed']

/** Plans the effects of a new version of a plugin on people's grants. A pure function. */
export function planVersion({ before, after }: Versions, granted: Granted): Omit<PluginGrantPlan, 'diagnostics'> {
  const names = permissionChanges({ before, after }, granted.others)
  const affected = affectedGrants({ before, after }, names, granted)
  return {
    plugin: after.plugin,
    ...(before && { from: before.version }),
    to: after.version,
    ...peopleChanged({ before, after }, names, granted),
    permissions: names.permissions,
    operations: names.operations,
    fields_added: addedFields({ before, after }, granted.roles),
    affected,
    suggested_roles: suggestionChanges({ before, after }, granted.roles),
  }
}

type NameChanges = Pick<PluginGrantPlan, 'permissions' | 'operations'>

/** A permission is renamed if all operations that required it require the same new one. */
function permissionChanges({ before, after }: Versions, others: ReadonlySet<string>): NameChanges {
  const isElsewhere = (name: string) => others.has(name)
  const without = (names: readonly string[] = [], other: readonly string[] = []) =>
    names.filter((name) => !other.includes(name) && !isElsewhere(name))
  const removed = without(before?.permissions, after.permissions)
  const added = without(after.permissions, before?.permissions)
  const present = new Map(after.operations.map(({ name, permission }) => [name, permission]))
  const moved = (before?.operations ?? []).flatMap(({ name, permission: from }) => {
    const to = present.get(name)
    return to === undefined || to === from ? [] : [{ name, from, to }]
  })
  const renamed: Renamed = removed.flatMap((from) => {
    const [to, ...rest] = new Set(moved.flatMap((each) => (each.from === from ? [each.to] : [])))
    return to !== undefined && rest.length === 0 && added.includes(to) ? [{ from, to }] : []
  })
  const isRenamed = (one: { from: string; to: string }) =>
    renamed.some(({ from, to }) => from === one.from && to === one.to)
  return {
    permissions: {
      added: added.filter((name) => !renamed.some(({ to }) => to === name)),
      removed: removed.filter((name) => !renamed.some(({ from }) => from === name)),
      renamed,
    },
    operations: moved.filter((each) => !isRenamed(each)),
  }
}

function peopleChanged(
  { before, after }: Versions,
  { permissions: { renamed } }: NameChanges,
  { people, roles, others }: Granted,
): Pick<PluginGrantPlan, 'people' | 'unchanged'> {
  const own = (declared: PluginDeclarations | undefined) => declared?.permissions ?? []
  const shared = [...own(before), ...own(after)].filter((name) => others.has(name))
  const names = { before: [...own(before), ...shared], after: [...own(after), ...shared] }
  const [former, present] = [asApplied(roles, before), asApplied(roles, after)]
  const changed = people.flatMap((person) => {
    if (person.disabled_at !== null) return []
    const change = compareGrants(holderOf(person, former), holderOf(person, present), names)
    if (change === undefined) return []
    const kept = renamed.filter(({ from, to }) => change.loses.includes(from) && change.gains.includes(to))
    const gains = change.gains.filter((name) => !kept.some(({ to }) => to === name))
    const loses = change.loses.filter((name) => !kept.some(({ from }) => from === name))
    if (gains.length + loses.length + change.limits.length === 0) return []
    return [{ id: person.id, name: person.name, ...change, gains, loses }]
  })
  return { people: changed as PluginGrantPlan['people'], unchanged: people.length - changed.length }
}

/** No person has a value for a field without a name, so this condition matches no record, like one that cannot be applied. */
const NOTHING = '=mine'

/** Roles in effect on these tables: a condition that cannot be applied matches no record. */
function asApplied(roles: readonly RoleRecord[], declared: PluginDeclarations | undefined): readonly Role[] {
  if (declared === undefined) return roles
  const schemas = tableSchemas(declared)
  return roles.map((role) => {
    const broken = findLimitProblems(role, schemas).map(({ pointer }) => pointer)
    const conditions = role.conditions.map((condition, at) =>
      broken.includes(`/conditions/${at}/where`) ? { ...condition, where: NOTHING } : condition,
    )
    return { ...role, conditions }
  })
}

function affectedGrants(
  { before, after }: Versions,
  { permissions: { removed, renamed } }: NameChanges,
  { roles, people, tokens }: Granted,
): Affected[] {
  const gone = [
    ...removed.map((name) => ({ name })),
    ...renamed.map(({ from, to }) => ({ name: from, renamed_to: to })),
  ]
  // A permission with `*` stays unchanged, because it covers whatever exists.
  const named = (permissions: readonly string[]) =>
    gone.filter(({ name }) => permissions.includes(name)).sort((one, other) => compare(one.name, other.name))
  const [former, present] = [before && tableSchemas(before), tableSchemas(after)]
  const newProblems = (role: RoleRecord) => {
    const known = former ? findLimitProblems(role, former).map(keyOf) : []
    return findLimitProblems(role, present).filter((problem) => !known.includes(keyOf(problem)))
  }
  return [
    ...roles.map((role) => ({
      ...{ kind: 'role' as const, id: role.id, name: role.label, permissions: named(role.permissions) },
      limits: newProblems(role).map((problem) => limitOf(role, problem)),
    })),
    ...people.map(({ id, name, permissions }) => ({
      ...{ kind: 'person' as const, id, name, permissions: named(permissions), limits: [] },
    })),
    ...tokens
      .filter(({ state }) => state === 'active')
      .map(({ id, name, permissions }) => ({
        ...{ kind: 'token' as const, id, name, permissions: named(permissions), limits: [] },
      })),
  ].filter(({ permissions, limits }) => permissions.length + limits.length > 0)
}

const keyOf = ({ pointer, value }: LimitProblem) => `${pointer} ${value}`

function limitOf(role: RoleRecord, { pointer, value, message, fix }: LimitProblem): Affected['limits'][number] {
  const [, list, at] = pointer.split('/')
  const isCondition = list === 'conditions'
  const { resource = '' } = (isCondition ? role.conditions : role.fields)[Number(at)] ?? {}
  const said = fix === undefined ? {} : { fix: /[.?]$/.test(fix) ? fix : `${fix}.` }
  return { kind: isCondition ? 'condition' : 'field', resource, value, message, ...said }
}

/** Only of tables with fields hidden by a role: elsewhere, people see new fields like the others. */
function addedFields({ before, after }: Versions, roles: readonly Role[]): PluginGrantPlan['fields_added'] {
  const hidden = new Set(roles.flatMap(({ fields }) => fields.flatMap((rule) => (rule.hidden ? [rule.resource] : []))))
  return after.tables.flatMap(({ name, fields }) => {
    const former = before?.tables.find((table) => table.name === name)
    if (former === undefined || !hidden.has(name)) return []
    const known = new Set(former.fields.map((field) => field.name))
    const added = fields.map((field) => field.name).filter((field) => !known.has(field))
    return added.length === 0 ? [] : [{ resource: name, fields: added }]
  })
}

type Suggestion = PluginDeclarations['roles'][string]

function suggestionChanges(
  { before, after }: Versions,
  roles: readonly RoleRecord[],
): PluginGrantPlan['suggested_roles'] {
  const former: Partial<PluginDeclarations['roles']> = before?.roles ?? {}
  const present: Partial<PluginDeclarations['roles']> = after.roles
  return [...new Set([...Object.keys(former), ...Object.keys(present)])].sort().flatMap((id) => {
    const [was, is] = [former[id], present[id]]
    const title = (is ?? was)?.title ?? id
    const taken = roles.find(({ name }) => name === `${after.plugin}-${id}`)
    const limits_changed = was !== undefined && is !== undefined && limitsOf(was) !== limitsOf(is)
    const gains = missingIn(is, was)
    const loses = missingIn(was, is)
    if (was && is && gains.length + loses.length === 0 && !limits_changed) return []
    const change =
      was === undefined ? ('added' as const) : is === undefined ? ('removed' as const) : ('changed' as const)
    const role = taken && { role: { id: taken.id, label: taken.label } }
    return [{ id: `${after.plugin}.${id}`, title, change, gains, loses, limits_changed, ...role }]
  })
}

const limitsOf = ({ conditions = [], fields = [] }: Suggestion) => JSON.stringify([conditions, fields])

/** The permissions of one version of a suggestion that the other one does not cover. */
const missingIn = (one: Suggestion | undefined, other: Suggestion | undefined) =>
  (one?.permissions ?? []).filter((name) => !(other?.permissions ?? []).some((each) => covers(each, name)))

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
