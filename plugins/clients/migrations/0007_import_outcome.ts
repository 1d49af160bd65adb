import type { Knex } from '@atrium/sdk'

/** What an import came to, in words. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.text('outcome'))
  await db('clients_imports').update({ outcome: db.ref('problem') })
}

export async function down(db: Knex) {
  // The version before does not know imports that were stopped.
  await db('clients_imports')
    .where({ status: 'cancelled' })
    .update({ status: 'failed', problem: db.ref('outcome') })
  await db.schema.alterTable('clients_imports', (table) => void table.dropColumn('outcome'))
}
