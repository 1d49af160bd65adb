import type { Knex } from '@atrium/sdk'

const TABLES = ['clients_documents', 'clients_imports'] as const

/** Finds the row of a file, so that files without a row can be swept. */
export async function up(db: Knex) {
  for (const name of TABLES) await db.schema.alterTable(name, (table) => void table.index('file_key'))
}

export async function down(db: Knex) {
  for (const name of TABLES) await db.schema.alterTable(name, (table) => void table.dropIndex('file_key'))
}
