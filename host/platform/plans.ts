import { ApiError, type Routes, Type } from '@atrium/sdk'
import { GrantPlan } from '@atrium/sdk/documents'
import type { UserRecord } from '../core/auth/index.ts'
import { compareGrants, type Holder, holderOf, type Role, type RoleRecord } from '../core/auth/index.ts'
import { permissionsOf } from '../core/registries/index.ts'
import type { PlatformParts } from './platform-parts.ts'

const Permissions = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })
const Fields = Type.Array(Type.String({ maxLength: 120 }), { maxItems: 500 })

/** What a role would be; a member that is left out stays as it is. */
const RoleDraft = Type.Object(
  {
    permissions: Type.Optional(Permissions),
    conditions: Type.Optional(
      Type.Array(Type.Object({ resource: Type.String(), where: Type.String() }, { additionalProperties: false })),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          { resource: Type.String(), hidden: Type.Optional(Fields), read_only: Type.Optional(Fields) },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: true },
)

const UserDraft = Type.Object(
  {
    roles: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    permissions: Type.Optional(Permissions),
    attributes: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    disabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
)

const ID = Type.Object({ id: Type.String() })

/** What a change of a role or a person would do, before it is made. Nothing is changed. */
export function planRoutes(routes: Routes, { auth, registries }: PlatformParts): void {
  const declared = () => [...new Set(registries.operations.list().flatMap(permissionsOf))].sort()
  const plan = (people: readonly UserRecord[], to: { before: ToHolder; after: ToHolder }): GrantPlan => {
    const names = declared()
    const permissions = { before: names, after: names }
    const changed = people.flatMap((person) => {
      const change = compareGrants(to.before(person), to.after(person), permissions)
      return change ? [{ id: person.id, name: person.name, ...change }] : []
    })
    return { people: changed as GrantPlan['people'], unchanged: people.length - changed.length }
  }
  routes
    .post(
      '/roles/{id}/plan',
      {
        ...{ summary: 'Say who would gain and lose what by a change of a role', params: ID, body: RoleDraft },
        ...{ response: GrantPlan, permission: 'platform.roles.update', read_only: true },
      },
      async ({ params: { id }, body: { permissions, conditions, fields } }) => {
        const roles = await auth.roles.list()
        const current = roles.find((role) => role.id === id) ?? (await auth.roles.get(id))
        const drafted = { permissions, conditions, fields }
        const next = { ...current, ...withoutUndefined(drafted) }
        const holders = (await auth.users.list()).filter((person) => person.roles.includes(id))
        const after = roles.map((role) => (role.id === id ? next : role))
        return plan(holders, { before: toHolder(roles), after: toHolder(after) })
      },
    )
    .post(
      '/users/{id}/plan',
      {
        ...{ summary: 'Say what a person would gain and lose by a change', params: ID, body: UserDraft },
        ...{ response: GrantPlan, permission: 'platform.users.update', read_only: true },
      },
      async ({ params: { id }, body: { roles: held, permissions, attributes, disabled } }) => {
        const [roles, person] = [await auth.roles.list(), await auth.users.get(id)]
        requireKnown(roles, held ?? [])
        const drafted = { ...person, ...withoutUndefined({ roles: held, permissions, attributes }) }
        const isDisabled = disabled ?? person.disabled_at !== null
        return plan([person], {
          before: person.disabled_at === null ? toHolder(roles) : nobody,
          after: () => (isDisabled ? nobody(person) : toHolder(roles)(drafted)),
        })
      },
    )
}

type ToHolder = (person: UserRecord) => Holder

const toHolder =
  (roles: readonly Role[]): ToHolder =>
  (person) =>
    holderOf(person, roles)

const nobody: ToHolder = ({ id }) => ({ id, roles: [], attributes: {} })

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function requireKnown(roles: readonly RoleRecord[], ids: readonly string[]): void {
  const unknown = ids.filter((id) => !roles.some((role) => role.id === id))
  if (unknown.length === 0) return
  const detail = `There is no role ${unknown.map((id) => `[${id}]`).join(', ')}. Choose one of the existing roles.`
  throw new ApiError('record_not_found', { detail })
}
