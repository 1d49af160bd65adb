import {
  type Caller,
  etag_of,
  invalid_values,
  Page,
  present_caller,
  type RecordStore,
  type Routes,
  type Static,
  table_store,
  Type,
  with_etag,
  wrap_store,
} from '@atrium/sdk'
import { ICON_NAMES } from '@atrium/sdk/documents'
import type { Knex } from 'knex'
import { OfferedWidget, offeredWidgets } from './offered-widgets.ts'
import { createSources, PlacedWidget, shownWidgets, type Sources, storedWidgets } from './placed-widgets.ts'
import type { PlatformParts } from './platform-parts.ts'
import {
  EVERYBODY,
  isChangeable,
  narrowToCaller,
  preparedSharing,
  requireAccount,
  requireChangeable,
  SHARE,
  SHARED_FIELDS,
} from './sharing.ts'
import { DASHBOARDS, HOME_DASHBOARDS } from './view-migrations.ts'

/** More would be a navigation that nobody reads. */
const MOST_DASHBOARDS = 50
/** Each widget reads its data when the dashboard opens. */
const MOST_WIDGETS = 24

const widgets = {
  maxItems: MOST_WIDGETS,
  description: 'In their order. The widgets that the caller may not see are left out',
}
const FIELDS = {
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  icon: Type.Optional(Type.Enum([...ICON_NAMES], { description: 'Shown in the navigation' })),
}
const OwnDashboard = Type.Object(
  { ...FIELDS, widgets: Type.Array(PlacedWidget, { default: [], ...widgets }), ...SHARED_FIELDS },
  { title: 'OwnDashboard' },
)
type OwnDashboard = Static<typeof OwnDashboard>

/** As in the table. The history of a dashboard does not tell its widgets, because not everybody who sees it may see all of them. */
const StoredDashboard = Type.Object(
  {
    ...FIELDS,
    widgets: Type.Array(PlacedWidget, { default: [], ...widgets, writeOnly: true }),
    ...SHARED_FIELDS,
  },
  { title: 'StoredDashboard' },
)

const { id, name, icon } = FIELDS
const DashboardMenu = Type.Object(
  {
    home_id: Type.Union([Type.Integer(), Type.Null()], { description: 'The dashboard that opens after the sign-in' }),
    dashboards: Type.Array(Type.Object({ id, name, icon, ...SHARED_FIELDS }), { description: 'Sorted by name' }),
  },
  { title: 'DashboardMenu' },
)
const HomeDashboard = Type.Object(
  { dashboard_id: Type.Union([Type.Integer(), Type.Null()]) },
  { title: 'HomeDashboard' },
)

/** The routes of the dashboards that people put together themselves, and of what can be placed on them. */
export function dashboardRoutes(routes: Routes, parts: PlatformParts): void {
  const db = parts.database.context
  const stored = dashboardTable(parts)
  routes
    .records('/dashboards/{dashboard_id}', shownStore(stored, parts), { ...EVERYBODY, asks: [SHARE] })
    .get(
      '/dashboard-menu',
      { ...EVERYBODY, summary: 'List the dashboards of the caller, without their widgets', response: DashboardMenu },
      ({ caller }) => menuOf(db, caller),
    )
    .put(
      '/home-dashboard',
      {
        ...{ ...EVERYBODY, summary: 'Choose the dashboard that opens after the sign-in' },
        ...{ description: 'null: the first screen of the panel opens.', body: HomeDashboard, response: HomeDashboard },
      },
      async ({ body: { dashboard_id }, caller }) => {
        await requireAccount(db, caller)
        await db(HOME_DASHBOARDS).where('user_id', caller.id).delete()
        if (dashboard_id === null) return { dashboard_id }
        await stored.get(dashboard_id)
        await db(HOME_DASHBOARDS).insert({ user_id: caller.id, dashboard_id })
        return { dashboard_id }
      },
    )
    .get(
      '/dashboard-widgets',
      {
        ...{ ...EVERYBODY, summary: 'List the widgets that the caller can place on a dashboard' },
        response: Type.Array(OfferedWidget),
      },
      ({ caller }) => offeredWidgets(parts, caller),
    )
}

function dashboardTable(parts: PlatformParts) {
  const { database, auth, registries } = parts
  const db = database.context
  return table_store(db, DASHBOARDS, StoredDashboard, {
    ...{ sort: ['name', 'audience'], filter: ['audience', 'owner_id'], search: ['name'] },
    scope: narrowToCaller,
    before: async (dashboard, current) => {
      const prepared = await preparedSharing(dashboard, { current, db, auth })
      if (current === undefined) await requireRoom(db, prepared.owner_id)
      const known = { registries, current: current?.widgets ?? [] }
      return { ...prepared, widgets: await storedWidgets(prepared.widgets ?? [], known, createSources(parts)) }
    },
    after: (dashboard, change) => {
      if (change === 'deleted') requireChangeable(dashboard)
    },
  })
}

/** @throws ApiError 422 if the person has too many dashboards already */
async function requireRoom(db: Knex, owner_id = ''): Promise<void> {
  const own = await db(DASHBOARDS).where({ owner_id }).select('id')
  if (own.length >= MOST_DASHBOARDS)
    throw invalid_values([
      { pointer: '/name', message: `You have ${MOST_DASHBOARDS} dashboards already. Delete one first` },
    ])
}

/** Shows each caller the widgets that they may see. */
function shownStore(stored: ReturnType<typeof dashboardTable>, parts: PlatformParts): RecordStore<OwnDashboard> {
  const shown = async (dashboard: OwnDashboard, sources: Sources = createSources(parts)): Promise<OwnDashboard> => {
    const caller = present_caller()
    if (caller === undefined) return dashboard
    const may = { isEditor: isChangeable(dashboard, caller), isOwner: dashboard.owner_id === caller.id }
    const own = await shownWidgets(dashboard.widgets, { registries: parts.registries, ...may }, sources)
    return with_etag({ ...dashboard, widgets: own }, etag_of(dashboard))
  }
  return wrap_store(OwnDashboard, {
    rules: stored.rules as object,
    transaction: true,
    list: async (query) => {
      const { rows, total } = await stored.list(query)
      const sources = createSources(parts)
      return new Page(await Promise.all(rows.map((row) => shown(row, sources))), total)
    },
    ids: (query) => stored.ids(query),
    get: async (dashboard_id) => shown(await stored.get(dashboard_id)),
    create: async (values) => shown(await stored.create(values)),
    update: async (dashboard_id, patch, options) => shown(await stored.update(dashboard_id, patch, options)),
    delete: async (dashboard_id, options) => shown(await stored.delete(dashboard_id, options)),
  })
}

/** The dashboard of the sign-in is not named if the caller may no longer see it. */
async function menuOf(db: Knex, caller: Caller): Promise<Menu> {
  const dashboards = await db(DASHBOARDS)
    .where((query) => narrowToCaller(query, caller))
    .orderBy(['name', 'id'])
    .limit(MOST_LISTED)
    .select<MenuRow[]>(['id', 'name', 'icon', 'audience', 'role_id', 'owner_id'])
  const home = await db(HOME_DASHBOARDS).where('user_id', caller.id).first<{ dashboard_id: number } | undefined>()
  const shown = dashboards.find((each) => each.id === home?.dashboard_id)
  return { home_id: shown?.id ?? null, dashboards: dashboards.map(menuItem) }
}

const MOST_LISTED = 200

type Menu = Static<typeof DashboardMenu>
type MenuItem = Menu['dashboards'][number]
type MenuRow = { [Name in keyof MenuItem]-?: MenuItem[Name] | null } & MenuItem

function menuItem({ icon: shown, role_id, ...item }: MenuRow): MenuItem {
  return { ...item, ...(shown && { icon: shown }), ...(role_id && { role_id }) }
}
