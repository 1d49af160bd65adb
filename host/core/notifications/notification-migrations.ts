import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'

export const NOTIFICATION_TABLE = 'platform_notifications'

/** The table of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const notificationMigrations: readonly Migration[] = [
  { name: 'notifications-001-notifications', source_hash: '1', up: createNotifications },
]

async function createNotifications(knex: Knex): Promise<void> {
  await knex.schema.createTable(NOTIFICATION_TABLE, (table) => {
    table.increments('id')
    table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE')
    table.string('source').notNullable().comment('the id of a plugin, or platform')
    table.string('key').comment('a later notification with the key replaces this one')
    table.string('level', 10).notNullable()
    table.text('title').notNullable()
    table.text('body')
    table.text('link')
    table.timestamp('created_at').notNullable().index()
    table.timestamp('read_at')
    table.unique(['user_id', 'source', 'key'])
    table.index(['user_id', 'id'])
    table.index(['source', 'key'])
  })
  await knex.raw(`create index platform_notifications_unread on platform_notifications (user_id) where read_at is null`)
}
