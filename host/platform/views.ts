import {
  ApiError,
  type Caller,
  invalid_values,
  present_caller,
  type Routes,
  type Static,
  table_store,
  Type,
} from '@atrium/sdk'
import { Choice } from '@atrium/sdk/documents'
import type { Knex } from 'knex'
import { toPrincipal } from '../core/auth/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { roleChoices, roleReach } from './roles.ts'
import { DEFAULT_VIEWS, VIEWS } from './view-migrations.ts'

/** Everybody who can sign in has their own views. */
const EVERYBODY = { permission: 'platform.shell.view' }
const SHARE = 'platform.views.share'

const list = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The list that it shows, by its screen and its block: items/items-table',
})

const View = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    list,
    name: Type.String({ minLength: 1, maxLength: 80 }),
    query: Type.String({
      maxLength: 4000,
      description:
        'Filters, order, columns and height of rows, as in the address of the list. It gives no right to see anything',
    }),
    audience: Type.Enum(['me', 'role', 'all'], { default: 'me', title: 'For' }),
    role_id: Type.Optional(
      Type.String({ title: 'Role', description: 'Whose holders have the view, if it is for a role' }),
    ),
    owner_id: Type.String({
      readOnly: true,
      description: 'Who saved it. If they are deleted, the view is deleted too',
    }),
  },
  { title: 'View' },
)
type View = Static<typeof View>

const DefaultView = Type.Object({ view_id: Type.Union([Type.Integer(), Type.Null()]) }, { title: 'DefaultView' })
const DefaultViewChoice = Type.Object({ list, ...DefaultView.properties }, { title: 'DefaultViewChoice' })

/** The routes of saved views of lists, and of the view with which a list opens for the caller. */
export function viewRoutes(routes: Routes, { database, auth }: PlatformParts): void {
  const db = database.context
  const views = table_store(db, VIEWS, View, {
    ...{ sort: ['name', 'audience'], filter: ['list', 'audience', 'owner_id'], search: ['name'] },
    scope: narrowToCaller,
    before: (view, current) => prepared(view, { current, db, auth }),
    after: (view, change) => {
      if (change === 'deleted') requireChangeable(view)
    },
  })
  routes
    .records('/views/{view_id}', views, { ...EVERYBODY, asks: [SHARE] })
    .get(
      '/default-view',
      {
        ...{ ...EVERYBODY, summary: 'Get the view with which a list opens' },
        ...{ query: Type.Object({ list }), response: DefaultView },
      },
      async ({ query, caller }) => {
        const place = { user_id: caller.id, list: query.list }
        const row = await db(DEFAULT_VIEWS).where(place).first<{ view_id: number } | undefined>('view_id')
        return { view_id: row?.view_id ?? null }
      },
    )
    .put(
      '/default-view',
      {
        ...{ ...EVERYBODY, summary: 'Choose the view with which a list opens' },
        ...{ description: 'null: the list opens as declared.', body: DefaultViewChoice, response: DefaultView },
      },
      async ({ body, caller }) => {
        await requireAccount(db, caller)
        const place = { user_id: caller.id, list: body.list }
        await db(DEFAULT_VIEWS).where(place).delete()
        if (body.view_id === null) return { view_id: null }
        const { id, list: own } = await views.get(body.view_id)
        if (own !== body.list)
          throw invalid_values([{ pointer: '/view_id', message: 'The view belongs to another list' }])
        await db(DEFAULT_VIEWS).insert({ ...place, view_id: id })
        return { view_id: id }
      },
    )
    .get(
      '/view-roles',
      { permission: SHARE, summary: 'List the roles that a view can be shared with', response: Type.Array(Choice) },
      ({ caller }) => roleChoices(caller, auth),
    )
}

/**
 * The caller's own views, those of their roles, and those for everybody. Callers who may share also see all shared views, to change them.
 */
function narrowToCaller(query: Knex.QueryBuilder, caller: Caller): void {
  query.where((any) => {
    any.where('owner_id', caller.id).orWhere('audience', 'all')
    if (caller.can(SHARE)) any.orWhere('audience', 'role')
    else any.orWhere((of) => void of.where('audience', 'role').whereIn('role_id', rolesOf(caller)))
  })
}

const rolesOf = (caller: Caller) => toPrincipal(caller).holder.roles.map(({ id }) => id)

/** @throws ApiError 403 if the caller may not save this view, or may not change the present one; 422 for an unknown role */
async function prepared(
  view: Partial<View>,
  { current, db, auth }: { current: View | undefined; db: Knex } & Pick<PlatformParts, 'auth'>,
): Promise<Partial<View>> {
  const caller = present_caller()
  if (caller === undefined) return view
  if (current) requireChangeable(current)
  else await requireAccount(db, caller)
  requireChangeable({ audience: view.audience ?? 'me', owner_id: current?.owner_id ?? caller.id })
  const { role_id, ...rest } = view
  const owned = { ...rest, owner_id: current?.owner_id ?? caller.id }
  if (view.audience !== 'role') return owned
  if (role_id === undefined || (role_id !== current?.role_id && !(await isRole(role_id, caller, { db, auth }))))
    throw invalid_values([{ pointer: '/role_id', message: 'Choose a role' }])
  return { ...owned, role_id }
}

async function isRole(id: string, caller: Caller, { db, auth }: { db: Knex } & Pick<PlatformParts, 'auth'>) {
  const isThere = (await db('platform_roles').where({ id }).first('id')) !== undefined
  return isThere && (await roleReach(caller, auth))({ id })
}

/** A private view can be changed only by its owner, a shared one by everybody who may share views. */
function requireChangeable({ audience, owner_id }: Pick<View, 'audience' | 'owner_id'>): void {
  const caller = present_caller()
  if (caller === undefined || caller.can(SHARE) || (audience === 'me' && owner_id === caller.id)) return
  throw new ApiError('permission_denied', {
    detail: `A shared view requires the permission [${SHARE}]. Save a view for yourself, or ask an operator for the permission.`,
  })
}

/** Views and favourites belong to people and service accounts, and are deleted with them. @throws ApiError 403 */
export async function requireAccount(db: Knex, { id }: Caller): Promise<void> {
  if ((await db('platform_users').where({ id }).first('id')) !== undefined) return
  throw new ApiError('permission_denied', {
    detail: `The caller [${id}] has no account that this could belong to. Sign in as a person.`,
  })
}
