import {
  type ColumnFactory,
  type RecordStore,
  type ResourceRegistry,
  type Routes,
  type Static,
  Type,
} from '@atrium/sdk'
import { read_store } from '@atrium/sdk/host'
import { DELIVERY_TABLE } from '../core/webhooks/index.ts'
import { declare, SYSTEM } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'
import { maySee } from './webhook-checks.ts'

const STATES = ['waiting', 'delivered', 'failed', 'cancelled'] as const

/** The content of a message belongs to the plugin that emitted it, and a receiver may repeat it in its answer. */
const CONTENT = { permission: 'platform.webhook-deliveries.content' }

const Try = Type.Object({
  at: Type.String({ format: 'date-time', title: 'When' }),
  status: Type.Optional(Type.Integer()),
  duration_ms: Type.Integer({ title: 'Milliseconds' }),
  error: Type.Optional(Type.String()),
})

export const Delivery = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    webhook_id: Type.Integer({ title: 'Webhook' }),
    message_id: Type.String({ title: 'Message', description: 'The header webhook-id, the same for every try' }),
    event: Type.String(),
    state: Type.Enum([...STATES]),
    attempt: Type.Integer({ title: 'Tries' }),
    status: Type.Optional(Type.Integer({ description: 'The status of the last answer' })),
    duration_ms: Type.Optional(Type.Integer({ title: 'Milliseconds', description: 'How long the last try took' })),
    error: Type.Optional(Type.String({ title: 'Last error' })),
    url: Type.Optional(Type.String({ title: 'Address', description: 'Where the last try went' })),
    body: Type.Optional(Type.String({ ...CONTENT, title: 'Sent', description: 'The body, as it is signed' })),
    response: Type.Optional(Type.String({ ...CONTENT, title: 'Answer', description: 'The first 1,000 bytes of it' })),
    tries: Type.Array(Try, { description: 'The last 20, the latest at the end' }),
    next_try_at: Type.Optional(Type.String({ format: 'date-time', title: 'Next try' })),
    created_at: Type.String({ format: 'date-time' }),
    finished_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { title: 'WebhookDelivery' },
)
export type Delivery = Static<typeof Delivery>

const RULES = {
  sort: ['id', 'event', 'state', 'created_at', 'finished_at'],
  filter: ['webhook_id', 'message_id', 'event', 'state', 'status', 'created_at', 'finished_at'],
  search: ['event', 'message_id', 'error'],
} as const

/** The log of the messages that webhooks have sent, without the content of events that the caller may not know whole. */
export function deliveryStore({ database }: Pick<PlatformParts, 'database'>): RecordStore<Delivery> {
  const rows = read_store(database.context, DELIVERY_TABLE, Delivery, {
    ...RULES,
    from: (db) => db(DELIVERY_TABLE).select(Object.keys(Delivery.properties)),
  })
  return {
    ...rows,
    list: async (query) => {
      const page = await rows.list(query)
      page.rows.forEach(leaveOutUnseen)
      return page
    },
    get: async (id) => leaveOutUnseen(await rows.get(id)),
  }
}

function leaveOutUnseen(delivery: Delivery): Delivery {
  if (maySee(delivery.event)) return delivery
  delete delivery.body
  delete delivery.response
  return delivery
}

const DeliveryId = Type.Object({ delivery_id: Type.Integer() })

/** The routes of deliveries. */
export function deliveryRoutes(routes: Routes, parts: PlatformParts): void {
  const rows = deliveryStore(parts)
  routes
    .records('/webhook-deliveries/{delivery_id}', rows)
    .post(
      '/webhook-deliveries/{delivery_id}/redeliver',
      {
        summary: 'Deliver a message again, under the same id',
        ...{ params: DeliveryId, response: Delivery },
      },
      async ({ params: { delivery_id } }) => {
        await parts.webhooks.redeliver(await rows.get(delivery_id).then(({ id }) => id))
        return rows.get(delivery_id)
      },
    )
    .bulk('/webhook-deliveries/redeliver', 'POST /webhook-deliveries/{delivery_id}/redeliver', {
      summary: 'Deliver many messages again, under the same ids',
    })
}

const COLORS = { waiting: 'orange', delivered: 'green', failed: 'red', cancelled: 'gray' } as const

/** The columns of a list of deliveries. */
export const deliveryColumns = (column: ColumnFactory<Delivery>) => [
  column.text('event'),
  column.badge('state').color_by(COLORS),
  column.number('status'),
  column.number('attempt'),
  column.number('duration_ms'),
  column.text('error'),
  column.since('created_at'),
]

/** The screens of deliveries. */
export function deliveryScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Delivery)
      .id('platform-webhook-deliveries')
      .title('Webhook deliveries')
      .description('What was sent to the receivers of webhooks, and what they answered')
      .icon('send')
      .list_path('/webhook-deliveries')
      .module_path('webhook-deliveries')
      .record_title_attribute('event')
      .nav_group(SYSTEM, 117)
      .table((table) =>
        table
          .columns((column) => [column.relation('webhook_id', '/webhooks', 'name'), ...deliveryColumns(column)])
          .filters((filter) => [
            filter.select('state'),
            filter.relation('webhook_id', '/webhooks', 'name'),
            filter.text('event'),
            filter.date_range('created_at'),
          ])
          .default_sort('id', 'desc')
          .actions((action) => [
            action
              .row('redeliver')
              .post('/webhook-deliveries/{id}/redeliver')
              .label('Deliver again')
              .icon('refresh')
              .visible_when('state', { enum: ['delivered', 'failed', 'cancelled'] })
              .done('Queued again'),
            action
              .bulk('redeliver')
              .post('/webhook-deliveries/redeliver')
              .label('Deliver again')
              .icon('refresh')
              .done('Queued again'),
          ])
          .empty('Nothing sent yet', 'Webhooks send events of plugins to other systems.'),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.badge('state').color_by(COLORS),
            entry.relation('webhook_id', '/webhooks', 'name'),
            entry.text('event'),
            entry.text('message_id'),
            entry.text('url'),
            entry.text('status'),
            entry.text('error'),
            entry.datetime('next_try_at'),
            entry.datetime('created_at'),
            entry.datetime('finished_at'),
          ]),
          entry.text('body').multiline(),
          entry.text('response').multiline(),
          entry.repeater('tries', (each) => [
            each.datetime('at'),
            each.text('status'),
            each.text('duration_ms'),
            each.text('error'),
          ]),
        ]),
      ),
  )
}
