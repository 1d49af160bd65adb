import {
  created,
  present_caller,
  type ResourceRegistry,
  type Routes,
  type Static,
  table_store,
  Type,
} from '@atrium/sdk'
import { Choice } from '@atrium/sdk/documents'
import { WEBHOOK_TABLE } from '../core/webhooks/index.ts'
import { declare, SYSTEM } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'
import { eventChoices, requireAddress, requireEvents, requireHeld } from './webhook-checks.ts'
import { Delivery, deliveryColumns, deliveryStore } from './webhook-deliveries.ts'

const Webhook = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 120, description: 'What it is for' }),
    url: Type.String({
      title: 'Address',
      minLength: 1,
      maxLength: 2000,
      description: 'Where events are posted: https://… or http://…. Redirects are not followed',
    }),
    events: Type.Array(Type.String({ maxLength: 120 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Names such as booking.confirmed, booking.* for all of a plugin, or * for all',
    }),
    enabled: Type.Boolean({ default: true }),
    disabled_reason: Type.Optional(Type.String({ readOnly: true, title: 'Disabled because' })),
    last_state: Type.Optional(Type.Enum(['delivered', 'failed'], { readOnly: true, title: 'Last try' })),
    last_delivery_at: Type.Optional(
      Type.String({
        format: 'date-time',
        readOnly: true,
        title: 'Last delivery',
        description: 'While they go alike, it is at most a minute behind',
      }),
    ),
    created_by: Type.String({ readOnly: true }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Webhook' },
)
type Webhook = Static<typeof Webhook>

const WebhookRequest = Type.Object(Type.Pick(Webhook, ['name', 'url', 'events', 'enabled']).properties, {
  title: 'WebhookRequest',
  additionalProperties: false,
})

const NewWebhook = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.Unsafe<string>({
      type: 'string',
      secret: true,
      description: 'Receivers check signatures with it (standardwebhooks.com). Shown only once',
    }),
  },
  { title: 'NewWebhook' },
)

const WebhookId = Type.Object({ webhook_id: Type.Integer() })

/** The routes of webhooks. Creating one and renewing its secret return the secret, which no other answer contains. */
export function webhookRoutes(routes: Routes, parts: PlatformParts): void {
  const { webhooks, registries } = parts
  const store = webhookStore(parts)
  const deliveries = deliveryStore(parts)
  const withSecret = async (id: number) => {
    const secret = await webhooks.renewSecret(id)
    return { ...(await store.get(id)), secret }
  }
  const update = { permission: 'platform.webhooks.update', params: WebhookId }
  routes
    .records('/webhooks/{webhook_id}', store, { writes: ['update', 'delete'] })
    .post(
      '/webhooks',
      {
        ...{ summary: 'Create a webhook', body: WebhookRequest, response: NewWebhook },
        description:
          'It sends all that the events of a plugin carry, so the caller must hold everything in that plugin, without further limits.',
      },
      async ({ body }) => created(await withSecret((await store.create(body)).id)),
    )
    .post(
      '/webhooks/{webhook_id}/rotate-secret',
      {
        ...{ ...update, summary: 'Make a new secret for a webhook', response: NewWebhook },
        description: 'For 24 hours messages are signed with the former secret, too, so that receivers can change over.',
      },
      async ({ params: { webhook_id } }) => {
        const { id, events } = await store.get(webhook_id)
        requireHeld([...events, ...(await webhooks.eventsKept(id))])
        return withSecret(id)
      },
    )
    .post(
      '/webhooks/{webhook_id}/test',
      { ...update, summary: 'Send a test to a webhook', response: Delivery },
      async ({ params: { webhook_id } }) => {
        const { id } = await store.get(webhook_id)
        return deliveries.get(await webhooks.test(id))
      },
    )
    .get(
      '/choices/events',
      {
        ...{ permission: 'platform.webhooks.view', response: Type.Array(Choice) },
        summary: 'List the events of active plugins, as far as they are known',
      },
      () => eventChoices(registries),
    )
}

const webhookStore = ({ database, webhooks, registries }: PlatformParts) =>
  table_store(database.context, WEBHOOK_TABLE, Webhook, {
    sort: ['name', 'url', 'enabled', 'last_state', 'last_delivery_at', 'created_at'],
    filter: ['name', 'enabled', 'last_state', 'created_at'],
    search: ['name', 'url'],
    before: async (webhook, current) => {
      const { url = '', events = [], enabled } = webhook
      requireAddress(url, (host, port) => webhooks.refusedKind(host, port))
      requireEvents(events, { known: current?.events ?? [], registries })
      const isMoved = current !== undefined && url !== current.url
      requireHeld([...events, ...(isMoved ? [...current.events, ...(await webhooks.eventsKept(current.id))] : [])])
      const reason = enabled ? { disabled_reason: undefined } : {}
      return { ...webhook, ...reason, ...(current === undefined && { created_by: present_caller()?.name ?? 'Atrium' }) }
    },
    after: (webhook, change) => (change === 'deleted' ? webhooks.deleted(webhook.id) : webhooks.saved(webhook)),
  })

/** The screens of webhooks. */
export function webhookScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Webhook)
      .id('platform-webhooks')
      .title('Webhooks')
      .description('Systems that are told of events. Messages are signed, and tried again for about a day.')
      .icon('bolt')
      .list_path('/webhooks')
      .module_path('webhooks')
      .record_title_attribute('name')
      .nav_group(SYSTEM, 115)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.text('url'),
            column.tags('events'),
            column.boolean('enabled'),
            column.badge('last_state').color_by({ delivered: 'green', failed: 'red' }),
            column.since('last_delivery_at'),
          ])
          .filters((filter) => [filter.ternary('enabled'), filter.select('last_state')])
          .actions((action) => [
            action.row('test').post('/webhooks/{id}/test').label('Send a test').icon('send').done('Test queued'),
            action
              .row('rotate-secret')
              .post('/webhooks/{id}/rotate-secret')
              .label('New secret')
              .icon('key')
              .confirm('The new one is shown once. For 24 hours the present one signs, too.', { keep: 'Keep secret' })
              .done('Secret replaced'),
          ])
          .default_sort('name')
          .create()
          .empty('No webhooks yet', 'A webhook tells another system when something happens here.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.text('name'),
          field.text('url'),
          field.choices('events', '/choices/events'),
          field.toggle('enabled'),
        ]),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.text('url'),
            entry.tags('events'),
            entry.boolean('enabled'),
            entry.text('disabled_reason'),
            entry.badge('last_state').color_by({ delivered: 'green', failed: 'red' }),
            entry.datetime('last_delivery_at'),
            entry.text('created_by'),
            entry.datetime('created_at'),
          ]),
        ]),
      )
      .relation((relation) =>
        relation
          .id('deliveries')
          .title('Deliveries')
          .list_path('/api/v1/platform/webhook-deliveries?webhook_id={id}')
          .view_path('/admin/webhook-deliveries/:id')
          .record(Delivery)
          .record_title_attribute('event')
          .table((table) => table.columns(deliveryColumns).default_sort('id', 'desc')),
      ),
  )
}
