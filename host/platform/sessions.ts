import { type Routes, type ResourceRegistry, Type } from '@atrium/sdk'
import { read_store } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import { deviceOf } from '../core/auth/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { ACCESS, declare } from './declare.ts'

const Session = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    user_id: Type.String(),
    person: Type.String(),
    device: Type.String({ description: 'The browser and the system, as far as the browser says' }),
    address: Type.String({ description: 'The network address that signed in' }),
    created_at: Type.String({ format: 'date-time', title: 'Signed in' }),
    last_seen_at: Type.String({ format: 'date-time', title: 'Last use' }),
    expires_at: Type.String({ format: 'date-time', title: 'Ends at the latest' }),
  },
  { title: 'Session' },
)

const RULES = {
  sort: ['person', 'created_at', 'last_seen_at', 'expires_at'],
  filter: ['user_id', 'address', 'created_at', 'last_seen_at'],
  search: ['person', 'address', 'device'],
} as const

/** The routes of sessions: the list of active ones, and ending one. */
export function sessionRoutes(routes: Routes, { database, auth }: PlatformParts): void {
  const sessions = read_store(database.context, 'platform_sessions', Session, { ...RULES, from: sessionsUnderWay })
  const stored = sessions.get.bind(sessions)
  routes.records('/sessions/{session_id}', {
    ...sessions,
    transaction: true,
    list: async (query) => {
      const page = await sessions.list(query)
      for (const row of page.rows) row.device = deviceOf(row.device)
      return page
    },
    get: async (id) => {
      const row = await stored(id)
      return { ...row, device: deviceOf(row.device) }
    },
    delete: async (id) => {
      const row = await stored(id)
      await auth.sessions.endById(row.id)
      return { ...row, device: deviceOf(row.device) }
    },
  })
}

function sessionsUnderWay(db: Knex): Knex.QueryBuilder {
  return db('platform_sessions as session')
    .join('platform_users as person', 'person.id', 'session.user_id')
    .whereNull('session.revoked_at')
    .where('session.expires_at', '>', new Date().toISOString())
    .select('session.id', 'session.user_id', 'person.name as person', 'session.address')
    .select(db.raw(`coalesce(session.user_agent, '') as device`))
    .select('session.created_at', 'session.last_seen_at', 'session.expires_at')
}

/** The screen of sessions. */
export function sessionScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Session)
      .id('platform-sessions')
      .title('Sessions')
      .description('Who is signed in, and on which device')
      .icon('world')
      .list_path('/sessions')
      .module_path('sessions')
      .record_title_attribute('person')
      .nav_group(ACCESS, 40)
      .table((table) =>
        table
          .columns((column) => [
            column.text('person'),
            column.text('device'),
            column.text('address'),
            column.since('last_seen_at'),
            column.since('created_at'),
          ])
          .filters((filter) => [filter.date_range('last_seen_at')])
          .actions((action) => [
            action
              .row('delete')
              .delete('/sessions/{id}')
              .label('Sign out')
              .icon('x')
              .color('red')
              .confirm('The person is signed out immediately.'),
            action
              .bulk('delete')
              .post('/sessions/delete')
              .label('Sign out')
              .icon('x')
              .color('red')
              .confirm('The people are signed out immediately.'),
          ])
          .default_sort('last_seen_at', 'desc')
          .empty('Nobody is signed in'),
      )
      .infolist(),
  )
}
