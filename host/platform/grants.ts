import {
  ApiError,
  type Caller,
  present_caller,
  type ResourceRegistry,
  type Routes,
  type Static,
  Type,
} from '@atrium/sdk'
import { covers, toPrincipal } from '../core/auth/index.ts'
import { ACCESS, declare } from './declare.ts'
import { derivedStore } from './derived-store.ts'
import type { PlatformParts } from './platform-parts.ts'

/** Days without use after which a grant is proposed for revocation. */
const UNUSED_DAYS = 90
const DAY = 86_400_000

const Grant = Type.Object(
  {
    id: Type.String({ readOnly: true, description: 'The id of the person, a colon, and the role or the permission' }),
    user_id: Type.String(),
    person: Type.String(),
    grant: Type.String({ description: 'The role, or the permission that the person has besides roles' }),
    state: Type.Enum(['used', 'unused', 'new'], {
      description: `unused: not used for ${UNUSED_DAYS} days; new: granted since then and not used yet`,
    }),
    last_used_at: Type.Optional(Type.String({ format: 'date-time', title: 'Last use' })),
    granted_at: Type.Optional(Type.String({ format: 'date-time', title: 'Granted' })),
    unused: Type.Array(Type.String(), { title: 'Unused permissions' }),
    kept_at: Type.Optional(Type.String({ format: 'date-time', title: 'Reviewed' })),
    kept_by: Type.Optional(Type.String({ title: 'Reviewed by' })),
  },
  { title: 'Grant' },
)
type Grant = Static<typeof Grant>

const RULES = {
  sort: ['person', 'grant', 'state', 'last_used_at', 'granted_at', 'kept_at'],
  filter: ['user_id', 'grant', 'state', 'last_used_at', 'granted_at', 'kept_at'],
  search: ['person', 'grant'],
} as const

const ID = Type.Object({ id: Type.String() })

/** The review of grants: their holders, their last use, and whether to keep them. */
export function grantRoutes(routes: Routes, { auth }: PlatformParts): void {
  const store = derivedStore(Grant, RULES, () => readGrants(auth))
  const keep = async (id: string, caller: Caller) => {
    const { user_id } = await store.get(id)
    await auth.grantUse.keep({ user_id, grant: grantOf(id), kept_by: caller.name })
    return store.get(id)
  }
  const revoke = async (id: string, caller: Caller) => {
    const { user_id } = await store.get(id)
    const grant = grantOf(id)
    const { roles, permissions } = await auth.users.get(user_id)
    const rest = (held: readonly string[]) => held.filter((each) => each !== grant)
    await auth.users.update(
      user_id,
      { roles: rest(roles), permissions: rest(permissions) },
      { by: toPrincipal(caller) },
    )
  }
  routes
    .records('/grants/{id}', store)
    .post('/grants/{id}/keep', { summary: 'Keep a grant', params: ID, response: Grant }, ({ params, caller }) =>
      keep(params.id, caller),
    )
    .post('/grants/{id}/revoke', { summary: 'Revoke a grant', params: ID }, ({ params, caller }) =>
      revoke(params.id, caller),
    )
    .bulk('/grants/keep', 'POST /grants/{id}/keep', { summary: 'Keep several grants' })
    .bulk('/grants/revoke', 'POST /grants/{id}/revoke', { summary: 'Revoke several grants' })
}

const SEPARATOR = ':'

function grantOf(id: string): string {
  const at = id.indexOf(SEPARATOR)
  if (at < 0)
    throw new ApiError('record_not_found', { detail: `There is no grant [${id}]. Look at the list of grants.` })
  return id.slice(at + 1)
}

interface Held {
  readonly user_id: string
  readonly person: string
  /** The id of a role, or a permission. */
  readonly key: string
  readonly label: string
  readonly permissions: readonly string[]
  readonly granted_at?: string | undefined
}

async function readGrants({ users, roles, grantUse }: PlatformParts['auth']): Promise<Grant[]> {
  const people = await users.listReached(toPrincipal(present_caller() as Caller))
  const [known, assigned] = [await roles.list(), await users.assignments()]
  const held = people.flatMap(({ id: user_id, name: person, permissions, roles: ids }): Held[] => [
    ...ids.flatMap((key) => {
      const role = known.find(({ id }) => id === key)
      const granted_at = assigned.find((each) => each.user_id === user_id && each.role_id === key)?.granted_at
      if (role === undefined) return []
      return [
        { user_id, person, key, label: role.label, permissions: role.permissions, granted_at: granted_at ?? undefined },
      ]
    }),
    ...permissions.map((key) => ({ user_id, person, key, label: key, permissions: [key] })),
  ])
  const uses = new Map<string, Use[]>()
  for (const use of await grantUse.list()) uses.set(use.user_id, [...(uses.get(use.user_id) ?? []), use])
  const reviews = new Map((await grantUse.reviews()).map((each) => [`${each.user_id}${SEPARATOR}${each.grant}`, each]))
  return held.map((each) => {
    const review = reviews.get(idOf(each))
    return {
      ...toGrant(each, uses.get(each.user_id) ?? []),
      ...(review && { kept_at: review.kept_at, kept_by: review.kept_by }),
    }
  })
}

const idOf = ({ user_id, key }: Held) => `${user_id}${SEPARATOR}${key}`

interface Use {
  readonly permission: string
  readonly last_used_at: string
}

/** A permission that two grants cover counts as a use of both. */
function toGrant(held: Held, uses: readonly Use[]): Grant {
  const { user_id, person, label: grant, permissions, granted_at } = held
  const since = new Date(Date.now() - UNUSED_DAYS * DAY).toISOString()
  const lastUses = permissions.map((each) => lastOf(uses.filter(({ permission }) => covers(each, permission))))
  const last_used_at = lastUses
    .flatMap((each) => each ?? [])
    .sort()
    .at(-1)
  const isUsed = last_used_at !== undefined && last_used_at >= since
  const isNew = granted_at !== undefined && granted_at >= since
  return {
    ...{ id: idOf(held), user_id, person, grant },
    state: isUsed ? 'used' : isNew ? 'new' : 'unused',
    unused: permissions.filter((_, index) => (lastUses[index] ?? '') < since),
    ...(last_used_at !== undefined && { last_used_at }),
    ...(granted_at !== undefined && { granted_at }),
  }
}

const lastOf = (uses: readonly Use[]) =>
  uses
    .map(({ last_used_at }) => last_used_at)
    .sort()
    .at(-1)

/** The screens of the review. */
export function grantScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Grant)
      .id('platform-grants')
      .title('Access review')
      .description('Grants and their last use. Revoke those that are not needed')
      .icon('check')
      .list_path('/grants')
      .module_path('grants')
      .record_title_attribute('grant')
      .nav_group(ACCESS, 50)
      .table((table) =>
        table
          .columns((column) => [
            column.text('person'),
            column.text('grant'),
            column.badge('state').color_by({ used: 'green', unused: 'orange', new: 'blue' }),
            column.since('last_used_at'),
            column.since('granted_at'),
            column.since('kept_at'),
            column.text('kept_by'),
          ])
          .filters((filter) => [filter.select('state'), filter.date_range('kept_at')])
          .actions((action) => [
            action.row('keep').post('/grants/{id}/keep').icon('check'),
            action
              .row('revoke')
              .post('/grants/{id}/revoke')
              .icon('x')
              .color('red')
              .confirm('The person loses it at once.'),
            action.bulk('keep').post('/grants/keep').icon('check'),
            action.bulk('revoke').post('/grants/revoke').icon('x').color('red').confirm('They lose them at once.'),
          ])
          .default_sort('last_used_at')
          .empty('Nobody holds anything'),
      )
      .infolist(),
  )
}
