import { ApiError, type Routes, Type } from '@atrium/sdk'
import { GrantPlan, MappingPlan } from '@atrium/sdk/documents'
import { record_not_found } from '@atrium/sdk/host'
import type { UserRecord } from '../core/auth/index.ts'
import { compareGrants, type Holder, holderOf, type Role, type RoleRecord, toPrincipal } from '../core/auth/index.ts'
import { requiredPermissions } from '../core/registries/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { roleReach } from './roles.ts'

const Permissions = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 })
const Fields = Type.Array(Type.String({ maxLength: 120 }), { maxItems: 500 })

/** The intended role; missing members stay unchanged. */
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

/** A mapping of the groups of an identity provider to roles, as in panels.config.json. */
const MappingDraft = Type.Object(
  {
    roles: Type.Union(
      [
        Type.Object(
          {
            claim: Type.String({ minLength: 1, maxLength: 200 }),
            map: Type.Record(Type.String(), Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'As in panels.config.json: `{ "claim": "groups", "map": { "staff": ["editor"] } }`; null: none' },
    ),
  },
  { additionalProperties: false },
)

/** Plans the effects of a change of a role, a person or a mapping. Changes nothing. */
export function planRoutes(routes: Routes, { auth, registries, identities }: PlatformParts): void {
  const declared = () => [...requiredPermissions(registries)].sort()
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
        ...{ summary: 'Plan a change of a role: who would gain and lose what', params: ID, body: RoleDraft },
        ...{ response: GrantPlan, permission: 'platform.roles.update', read_only: true },
      },
      async ({ params: { id }, body: { permissions, conditions, fields }, caller }) => {
        const roles = await auth.roles.list()
        const isReached = await roleReach(caller, auth)
        const current = roles.find((role) => role.id === id && isReached(role))
        if (current === undefined) throw record_not_found(id)
        const drafted = { permissions, conditions, fields }
        const next = { ...current, ...withoutUndefined(drafted) }
        const holders = (await auth.users.listReached(toPrincipal(caller))).filter((person) =>
          person.roles.includes(id),
        )
        const after = roles.map((role) => (role.id === id ? next : role))
        return plan(holders, { before: toHolder(roles), after: toHolder(after) })
      },
    )
    .post(
      '/users/{id}/plan',
      {
        ...{ summary: 'Plan a change of a person: what they would gain and lose', params: ID, body: UserDraft },
        ...{ response: GrantPlan, permission: 'platform.users.update', read_only: true },
      },
      async ({ params: { id }, body: { roles: held, permissions, attributes, disabled }, caller }) => {
        const [roles, person] = [await auth.roles.list(), await auth.users.reached(id, toPrincipal(caller))]
        requireKnown(roles, held ?? [])
        const drafted = { ...person, ...withoutUndefined({ roles: held, permissions, attributes }) }
        const isDisabled = disabled ?? person.disabled_at !== null
        return plan([person], {
          before: person.disabled_at === null ? toHolder(roles) : nobody,
          after: () => (isDisabled ? nobody(person) : toHolder(roles)(drafted)),
        })
      },
    )
    .post(
      '/sign-in/{id}/plan',
      {
        summary: 'Plan another mapping of an identity provider: who would gain and lose what',
        description:
          'Roles are given at each sign-in. This is what the next sign-in of each person would do, by what the provider said about them at the last one.',
        ...{ params: ID, body: MappingDraft, response: MappingPlan },
        ...{ permission: 'platform.roles.update', read_only: true },
      },
      async ({ params: { id }, body: { roles: mapping }, caller }) => {
        const [roles, people] = [await auth.roles.list(), await auth.users.listReached(toPrincipal(caller))]
        const mapped = await identities.planRoles({ id, roles: mapping ?? undefined }, { people, roles })
        const active = people.filter(({ disabled_at }) => disabled_at === null)
        const next = (person: UserRecord) => ({ ...person, roles: mapped.people.get(person.id) ?? person.roles })
        const changes = plan(
          active.filter((person) => mapped.people.has(person.id)),
          { before: toHolder(roles), after: (person) => toHolder(roles)(next(person)) },
        )
        const unknown = active.filter((person) => mapped.unknown.has(person.id))
        return {
          ...{ provider: id, ...changes, roles_missing: [...mapped.missing] },
          unknown: unknown.map((person) => ({ id: person.id, name: person.name })),
        }
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
