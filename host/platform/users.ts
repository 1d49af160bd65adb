import { type Caller, invalid_values, type Routes, type Static, Type } from '@atrium/sdk'
import { reaches_record, visible_rules } from '@atrium/sdk/host'
import type { UserPatch, UserRecord, UserValues } from '../core/auth/index.ts'
import { personName, toPrincipal } from '../core/auth/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { serviceStore } from './service-store.ts'

const Attributes = Type.Record(Type.String(), Type.Array(Type.String()), {
  default: {},
  description: 'Records assigned to them, by field: `{ "location_id": ["1"] }`. Conditions of roles name it as `mine`',
})

/** A person or service account, as the API shows it. */
export const User = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    name: personName(),
    email: Type.Optional(Type.String({ title: 'E-mail', maxLength: 254 })),
    kind: Type.Enum(['person', 'service'], {
      default: 'person',
      description: 'A service account holds tokens and cannot sign in',
    }),
    state: Type.Enum(['active', 'invited', 'disabled'], { readOnly: true }),
    roles: Type.Array(Type.String(), { default: [] }),
    permissions: Type.Array(Type.String(), { default: [], title: 'Permissions outside of roles' }),
    attributes: Attributes,
    locale: Type.Optional(Type.String({ title: 'Language', description: 'A BCP 47 tag, such as de-AT' })),
    time_zone: Type.Optional(Type.String({ description: 'An IANA name, such as Europe/Vienna' })),
    theme: Type.Optional(Type.Enum(['light', 'dark', 'auto'])),
    has_password: Type.Boolean({ readOnly: true }),
    last_sign_in_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true, title: 'Last sign-in' })),
    disabled_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

const RULES = {
  sort: ['name', 'email', 'state', 'last_sign_in_at', 'created_at'],
  filter: ['name', 'email', 'kind', 'state', 'roles', 'last_sign_in_at', 'created_at'],
  search: ['name', 'email'],
} as const

/** The records that one field assigns to a person. */
export const Theirs = Type.Object({
  field: Type.String({
    minLength: 1,
    maxLength: 80,
    description: 'The field that tells whose a record is, such as location_id',
  }),
  values: Type.Array(Type.String({ maxLength: 80 }), {
    default: [],
    description: 'The values of their records, such as 1. They replace the former ones; none: no record is theirs',
  }),
  other_values: Type.Optional(
    Type.Array(Type.String({ maxLength: 80 }), { description: 'Values besides, which no list offers' }),
  ),
})

const USERS = 'platform_users'

/** Whether the roles of a caller reach somebody for the present call. `byEmail`: they must also show the searched e-mail. */
export function reachesPerson(caller: Caller, user: UserRecord, { byEmail }: { byEmail: boolean }): boolean {
  const isSought = !byEmail || seenBy(caller).includes('email')
  return isSought && reaches_record(caller, { table: USERS, schema: User, record: toUser(user) })
}

/** The fields that say what people may do, and that a caller does not see of each person. */
export function unseenOfPeople(caller: Caller): readonly (keyof User)[] {
  const seen = seenBy(caller)
  return (['roles', 'permissions', 'attributes'] as const).filter((name) => !seen.includes(name))
}

const seenBy = (caller: Caller) =>
  visible_rules({ schema: User, table: { name: USERS }, rules: EVERY_FIELD }, caller).filter ?? []
const EVERY_FIELD = { filter: Object.keys(User.properties) }

/** The routes of people and service accounts. */
export function userRoutes(routes: Routes, { auth: { users, sessions } }: PlatformParts): void {
  users.limitBy((by, user) => reachesPerson(by, user, { byEmail: false }))
  const store = serviceStore(
    User,
    {
      list: async () => (await users.list()).map(toUser),
      get: async (id) => toUser(await users.get(id)),
      create: async (values, by) => toUser(await users.create(values as unknown as UserValues, { by })),
      update: async (id, { kind, ...patch }, by) => {
        if (kind !== undefined && kind !== (await users.get(id)).kind) throw sameKind()
        return toUser(await users.update(id, patch as UserPatch, by))
      },
      delete: async (id, by) => toUser(await users.delete(id, by)),
    },
    { table: USERS, ...RULES },
  )
  const set = (id: string, patch: UserPatch) => store.update?.(id, patch as Partial<User>)
  const change = { permission: 'platform.users.update', response: User }
  routes
    .records('/users/{user_id}', store)
    .post(
      '/users/{user_id}/disable',
      { ...change, summary: 'Disable a person and sign them out everywhere' },
      async ({ params }) => (await set(params.user_id, { disabled: true })) as User,
    )
    .post(
      '/users/{user_id}/enable',
      { ...change, summary: 'Enable somebody again' },
      async ({ params }) => (await set(params.user_id, { disabled: false })) as User,
    )
    .post(
      '/users/{user_id}/sign-out',
      { ...change, permission: 'platform.sessions.delete', summary: 'Sign somebody out everywhere' },
      async ({ params, caller }) => {
        const user = await store.get(params.user_id)
        const own = toPrincipal(caller)
        await sessions.endOthers(user.id, { except: own.id === user.id ? own.session?.id : undefined })
        return user
      },
    )
    .post(
      '/users/{user_id}/attributes',
      { ...change, body: Theirs, summary: 'Assign records to somebody, for conditions of roles' },
      async ({ params, body: { field, values, other_values = [] } }) => {
        const { attributes } = await users.get(params.user_id)
        const { [field]: _, ...others } = attributes
        const all = [...new Set([...values, ...other_values])]
        const next = all.length === 0 ? others : { ...others, [field]: all }
        return (await set(params.user_id, { attributes: next })) as User
      },
    )
}

const toUser = (user: UserRecord) => {
  const { formats: _, ...shown } = user
  return shown as unknown as User
}

const sameKind = () =>
  invalid_values([
    {
      pointer: '/kind',
      message: 'A person stays a person and a service account a service account. Create a new one instead.',
    },
  ])
