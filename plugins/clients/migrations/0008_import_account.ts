import type { Knex } from '@atrium/sdk'

/** Whose rights an import needs. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.string('account'))
}

export async function down(db: Knex) {
  await db.schema.alterTable('clients_imports', (table) => void table.dropColumn('account'))
}
