import type { Knex } from '@atrium/sdk'

const SEARCHED = ['display_name', 'email', 'phone'] as const

/** What finds one of many thousand clients: those that became part of another, and parts of names, addresses and numbers. */
export async function up(db: Knex) {
  await db.schema.alterTable('clients_clients', (table) => void table.index('merged_into'))
  if (isPostgres(db) && (await hasTrigrams(db)))
    for (const column of SEARCHED)
      await db.raw('create index ?? on clients_clients using gin (?? gin_trgm_ops)', [nameOf(column), column])
}

export async function down(db: Knex) {
  await db.schema.alterTable('clients_clients', (table) => void table.dropIndex('merged_into'))
  if (isPostgres(db)) for (const column of SEARCHED) await db.raw('drop index if exists ??', [nameOf(column)])
}

const nameOf = (column: string) => `clients_clients_${column}_trigrams`

const isPostgres = (db: Knex) => (db.client as { dialect?: string }).dialect === 'postgresql'

/** Who may not add the extension does without: searching reads all clients then. */
async function hasTrigrams(db: Knex): Promise<boolean> {
  try {
    await db.transaction((inner) => inner.raw('create extension if not exists pg_trgm'))
    return true
  } catch {
    return false
  }
}
