import type { Knex } from '@atrium/sdk'

/** What an import came to, in words. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.text('outcome'))
  await db('clients_imports').update({ outcome: db.ref('problem') })
}

export async function down(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.dropColumn('outcome'))
}
