import { ApiError, created, type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import { toPrincipal } from '../core/auth/index.ts'
import type { OperationRegistry } from '../core/registries/index.ts'
import { ACCESS, declare } from './declare.ts'
import { derivedStore } from './derived-store.ts'
import type { PlatformParts } from './platform-parts.ts'
import { requireApplicable, requireSeen } from './role-limits.ts'

const SuggestedRoleRecord = Type.Object(
  {
    id: Type.String({ readOnly: true, description: 'The plugin and its role: `booking.receptionist`' }),
    title: Type.String(),
    plugin: Type.String(),
    description: Type.Optional(Type.String()),
    permissions: Type.Array(Type.String()),
    limits: Type.Array(Type.String(), { description: 'Which records and fields its holders do not reach' }),
    values_needed: Type.Array(Type.Object({ field: Type.String(), list_path: Type.String() }), {
      description: 'The fields of which its holders need values, for `mine`, each with a list whose records have them',
    }),
    state: Type.Enum(['suggested', 'taken-over']),
  },
  { title: 'Suggested role' },
)
type SuggestedRoleRecord = Static<typeof SuggestedRoleRecord>

const RULES = {
  sort: ['title', 'plugin', 'state'],
  filter: ['plugin', 'state'],
  search: ['title', 'description'],
} as const

/** The roles that active plugins suggest. Adopting one creates a role of the operator's own. */
export function suggestedRoleRoutes(routes: Routes, parts: PlatformParts): void {
  const { registries, auth } = parts
  const present = async () => {
    const taken = new Set((await auth.roles.list()).map(({ name }) => name))
    return registries.suggestedRoles().map((role) => recordOf(role, { taken, operations: registries.operations }))
  }
  const suggested = (id: string) => {
    const role = registries.suggestedRoles().find((each) => each.id === id)
    if (role) return role
    const detail = `No active plugin suggests the role [${id}]. Look at the list of suggested roles.`
    throw new ApiError('record_not_found', { detail })
  }
  routes.records('/suggested-roles/{id}', derivedStore(SuggestedRoleRecord, RULES, present)).post(
    '/suggested-roles/{id}/take-over',
    {
      summary: 'Make a role of a suggestion',
      params: Type.Object({ id: Type.String() }),
      permission: 'platform.roles.create',
      response: Type.Object({ id: Type.String(), name: Type.String(), label: Type.String() }),
    },
    async ({ params: { id }, caller }) => {
      await requireApplicable(suggested(id), parts)
      requireSeen(suggested(id), registries.operations, caller)
      const { title: label, description, permissions, conditions, fields } = suggested(id)
      const values = { name: nameOf(id), label, permissions, conditions: conditions ?? [], fields: fields ?? [] }
      const role = await auth.roles.create({ ...values, description: description ?? null }, { by: toPrincipal(caller) })
      return created({ id: role.id, name: role.name, label: role.label })
    },
  )
}

/** Names of roles have no dots. */
const nameOf = (id: string) => id.replace('.', '-')

type Suggestion = ReturnType<PlatformParts['registries']['suggestedRoles']>[number]

interface Around {
  /** The names of all roles. */
  readonly taken: ReadonlySet<string>
  readonly operations: OperationRegistry
}

function recordOf(role: Suggestion, { taken, operations }: Around): SuggestedRoleRecord {
  const { id, plugin, title, description, permissions, conditions = [], fields = [] } = role
  return {
    ...{ id, plugin, title, permissions },
    ...(description !== undefined && { description }),
    limits: [
      ...conditions.map(({ resource, where }) => `${resource}: only ${where}`),
      ...fields.flatMap(({ resource, hidden = [], read_only = [] }) => [
        ...hidden.map((field) => `${resource}: ${field} is hidden`),
        ...read_only.map((field) => `${resource}: ${field} is read-only`),
      ]),
    ],
    values_needed: conditions.flatMap((condition) => valuesNeeded(condition, operations)),
    state: taken.has(nameOf(id)) ? 'taken-over' : 'suggested',
  }
}

type Condition = NonNullable<Suggestion['conditions']>[number]

function valuesNeeded({ resource, where }: Condition, operations: OperationRegistry) {
  const lists = operations.list().filter(({ declaration: { kind } }) => kind === 'list')
  const list = lists.find(({ declaration: { store } }) => store?.table?.name === resource)
  const mine = [...new URLSearchParams(where)].flatMap(([name, value]) => (value === 'mine' ? [name] : []))
  return list ? mine.map((name) => ({ field: name.replace(/_ne$/, ''), list_path: list.path })) : []
}

/** The screens of suggested roles. */
export function suggestedRoleScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(SuggestedRoleRecord)
      .id('platform-suggested-roles')
      .title('Suggested roles')
      .description('Roles that plugins suggest. They take effect once you take them over')
      .icon('star')
      .list_path('/suggested-roles')
      .module_path('suggested-roles')
      .record_title_attribute('title')
      .nav_group(ACCESS, 25)
      .table((table) =>
        table
          .columns((column) => [
            column.text('title'),
            column.text('plugin'),
            column.text('description'),
            column.badge('state').color_by({ suggested: 'gray', 'taken-over': 'green' }),
          ])
          .filters((filter) => [filter.select('state')])
          .actions((action) => [
            action
              .row('take-over')
              .post('/suggested-roles/{id}/take-over')
              .icon('plus')
              .visible_when('state', { const: 'suggested' })
              .confirm('It becomes one of your roles, which you can change and give to people.'),
          ])
          .default_sort('plugin')
          .empty('No suggestions', 'Active plugins suggest roles here, if they have any.'),
      )
      .infolist(),
  )
}
