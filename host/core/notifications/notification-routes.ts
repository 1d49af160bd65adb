import { ApiError, type Caller, page, parse_list_query, present_caller, type Static, Type } from '@atrium/sdk'
import { collect_routes, NOTIFICATION_LEVELS, read_store } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { Principal } from '../auth/index.ts'
import { declareOperation } from '../operations/index.ts'
import type { Operation } from '../registries/index.ts'
import { NOTIFICATION_TABLE } from './notification-migrations.ts'
import type { NotificationTable } from './notification-table.ts'

/** A notification, as its person sees it. */
const Notification = Type.Object(
  {
    id: Type.Integer({ description: 'Grows with time' }),
    title: Type.String(),
    body: Type.Optional(Type.String()),
    level: Type.Enum([...NOTIFICATION_LEVELS]),
    link: Type.Optional(Type.String({ description: 'The screen that it is about, such as /operations/bookings/7' })),
    source: Type.String({ description: 'The id of the plugin that sent it, or platform' }),
    key: Type.Optional(Type.String({ description: 'Names the matter within its source: a later one replaces it' })),
    created_at: Type.String({ format: 'date-time' }),
    read_at: Type.Optional(Type.String({ format: 'date-time', description: 'Without it, the notification is unread' })),
  },
  { title: 'Notification' },
)
type Notification = Static<typeof Notification>

const ShownNotification = Type.Object(
  { ...Notification.properties, source_title: Type.String({ description: 'The name of its source, for people' }) },
  { title: 'ShownNotification', additionalProperties: false },
)
type ShownNotification = Static<typeof ShownNotification>

const RULES = {
  sort: ['created_at'],
  filter: ['level', 'source', 'read_at', 'created_at'],
} as const

const Seen = Type.Object(
  {
    until: Type.Optional(
      Type.Integer({
        description: 'The id of the latest notification that the person has seen: later ones stay unread',
      }),
    ),
    key: Type.Optional(Type.String({ maxLength: 200, description: 'Only those with this key' })),
  },
  { title: 'SeenNotifications', additionalProperties: false },
)
const Changed = Type.Object(
  { changed: Type.Integer({ description: 'How many were unread before' }) },
  { title: 'ChangedNotifications', additionalProperties: false },
)
const ID = Type.Object({ id: Type.Integer({ description: 'The id of the notification' }) })

interface Parts {
  readonly database: Database
  readonly table: NotificationTable
  readonly titleOf: (source: string) => string
  /** Tells every page of a person that their notifications have changed. */
  readonly changed: (user: string) => void
}

/** The operations for one’s own notifications: nobody sees those of others, whatever their rights. They leave no audit rows. */
export function notificationOperations({ database, table, titleOf, changed }: Parts): Operation[] {
  const { routes, declarations } = collect_routes()
  const store = read_store(database.context, NOTIFICATION_TABLE, Notification, {
    ...RULES,
    from: () => table.of(requirePerson(present_caller())),
  })
  const shown = (row: Notification): ShownNotification => ({ ...row, source_title: titleOf(row.source) })
  const mark = async (user: string, id: number, read_at: string | null) => {
    await table.of(user).where({ id }).update({ read_at })
    changed(user)
    return shown(await store.get(id))
  }
  routes
    .get(
      '/notifications',
      {
        summary: 'List your notifications',
        description:
          'The latest first. With `read_at_null=true` only unread ones; the header X-Total-Count is then their number. A client that is ' +
          'subscribed to the WebSocket namespace `shell` gets the frame `notifications.changed` when they have changed.',
        list: store,
        response: Type.Array(ShownNotification),
        tool: false,
      },
      async ({ query }) => {
        const { sort, ...asked } = parse_list_query(query, store.schema, store.rules)
        const { rows, total } = await store.list({ ...asked, sort: '_sort' in query ? sort : LATEST })
        return page(rows.map(shown), total)
      },
    )
    .post(
      '/notifications/{id}/read',
      { summary: 'Mark a notification as read', params: ID, response: ShownNotification, tool: false },
      ({ params: { id }, caller }) => mark(requirePerson(caller), id, new Date().toISOString()),
    )
    .post(
      '/notifications/{id}/unread',
      { summary: 'Mark a notification as unread', params: ID, response: ShownNotification, tool: false },
      ({ params: { id }, caller }) => mark(requirePerson(caller), id, null),
    )
    .post(
      '/notifications/read',
      {
        summary: 'Mark your notifications as read',
        description: 'All of them, or those that the body chooses.',
        ...{ body: Seen, response: Changed, tool: false },
      },
      async ({ body: { until, key }, caller }) => {
        const user = requirePerson(caller)
        const unread = table.of(user).whereNull('read_at')
        if (until !== undefined) unread.where('id', '<=', until)
        if (key !== undefined) unread.where({ key })
        const count = await unread.update({ read_at: new Date().toISOString() })
        if (count > 0) changed(user)
        return { changed: count }
      },
    )
    .delete(
      '/notifications/{id}',
      { summary: 'Delete a notification', params: ID, tool: false },
      async ({ params: { id }, caller }) => {
        const user = requirePerson(caller)
        await store.get(id)
        await table.of(user).where({ id }).delete()
        changed(user)
      },
    )
  return declarations.map((route) => ({
    ...declareOperation('platform', route, { unaudited: true }),
    permission: undefined,
  }))
}

const LATEST = [{ field: 'id', order: 'desc' }] as const

/** The id of the person who has signed in. @throws ApiError 403 for programs, agents and previews */
function requirePerson(caller: Caller | undefined): string {
  const { id, session, preview, acting } = (caller ?? {}) as Partial<Principal>
  if (id !== undefined && session && !preview && !acting) return id
  throw new ApiError('permission_denied', {
    detail: `Only people have notifications, and [${caller?.name ?? 'anonymous'}] has not signed in as one. Sign in, and send the session instead of a token.`,
  })
}
