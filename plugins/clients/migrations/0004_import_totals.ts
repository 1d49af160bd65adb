import type { Knex } from '@atrium/sdk'

/** How many rows a file has, known before the first of them is made a client. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.integer('rows_total'))
}

export async function down(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.dropColumn('rows_total'))
}
