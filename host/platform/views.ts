import { invalid_values, type Routes, table_store, Type } from '@atrium/sdk'
import { Choice } from '@atrium/sdk/documents'
import type { PlatformParts } from './platform-parts.ts'
import { roleChoices } from './roles.ts'
import {
  EVERYBODY,
  narrowToCaller,
  preparedSharing,
  requireAccount,
  requireChangeable,
  SHARE,
  SHARED_FIELDS,
} from './sharing.ts'
import { DEFAULT_VIEWS, VIEWS } from './view-migrations.ts'

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
    ...SHARED_FIELDS,
  },
  { title: 'View' },
)

const DefaultView = Type.Object({ view_id: Type.Union([Type.Integer(), Type.Null()]) }, { title: 'DefaultView' })
const DefaultViewChoice = Type.Object({ list, ...DefaultView.properties }, { title: 'DefaultViewChoice' })

/** The routes of saved views of lists, and of the view with which a list opens for the caller. */
export function viewRoutes(routes: Routes, { database, auth }: PlatformParts): void {
  const db = database.context
  const views = table_store(db, VIEWS, View, {
    ...{ sort: ['name', 'audience'], filter: ['list', 'audience', 'owner_id'], search: ['name'] },
    scope: narrowToCaller,
    before: (view, current) => preparedSharing(view, { current, db, auth }),
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
