import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'

export const WEBHOOK_TABLE = 'platform_webhooks'
export const DELIVERY_TABLE = 'platform_webhook_deliveries'

/** The tables of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const webhookMigrations: readonly Migration[] = [
  { name: 'webhooks-001-webhooks', source_hash: '1', up: createWebhooks },
  { name: 'webhooks-002-deliveries', source_hash: '1', up: createDeliveries },
]

async function createWebhooks(knex: Knex): Promise<void> {
  await knex.schema.createTable(WEBHOOK_TABLE, (table) => {
    table.increments('id')
    table.text('name')
    table.text('url').notNullable()
    table.text('events').notNullable().comment('JSON: names of events, `<plugin>.*` or `*`')
    table.boolean('enabled').notNullable()
    table.text('disabled_reason').comment('set by the platform; null if a person has disabled it')
    table.text('secret').comment('sealed')
    table.text('former_secret').comment('sealed: also signs until former_until')
    table.timestamp('former_until')
    table.timestamp('failing_since').comment('the first try that failed since one that succeeded')
    table.timestamp('last_delivery_at')
    table.string('last_state')
    table.text('created_by').notNullable()
    table.timestamp('created_at').notNullable()
    table.timestamp('updated_at').notNullable()
    table.integer('version').notNullable()
  })
}

async function createDeliveries(knex: Knex): Promise<void> {
  await knex.schema.createTable(DELIVERY_TABLE, (table) => {
    table.increments('id')
    table.integer('webhook_id').notNullable()
    table.string('message_id').notNullable().comment('the header webhook-id')
    table.string('event').notNullable()
    table.text('body').notNullable()
    table.string('state').notNullable()
    table.integer('attempt').notNullable()
    table.text('tries').notNullable().comment('JSON: the last tries, the latest at the end')
    table.text('url').comment('of the last try')
    table.integer('status').comment('of the answer to the last try')
    table.integer('duration_ms')
    table.text('error')
    table.text('response').comment('the beginning of the last answer')
    table.timestamp('next_try_at')
    table.timestamp('created_at').notNullable()
    table.timestamp('finished_at')
    table.index(['webhook_id', 'id'])
    table.index('created_at')
    table.index('finished_at')
  })
  await knex.raw(
    `create index platform_webhook_deliveries_waiting on platform_webhook_deliveries (webhook_id) where state = 'waiting'`,
  )
}
