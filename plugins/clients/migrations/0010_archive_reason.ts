import type { Knex } from '@atrium/sdk'

/** Why a client is archived. Of creations that were taken back before, nobody knows any more. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_clients', (table) => void table.string('archive_reason', 16))
  await db('clients_clients').where({ archived: true }).update({ archive_reason: 'requested' })
  await db('clients_clients').whereNotNull('merged_into').update({ archive_reason: 'merged' })
}

export async function down(db: Knex) {
  await db.schema.alterTable('clients_clients', (table) => void table.dropColumn('archive_reason'))
}
