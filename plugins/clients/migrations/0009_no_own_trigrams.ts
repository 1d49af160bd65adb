import type { Knex } from '@atrium/sdk'

const SEARCHED = ['display_name', 'email', 'phone'] as const

/** The platform keeps an index for searches now, and no search reads those of the columns any more. */
export async function up(db: Knex) {
  if (!isPostgres(db)) return
  for (const column of SEARCHED) await db.raw('drop index if exists ??', [`clients_clients_${column}_trigrams`])
}

/** Without these indexes, searching reads all clients, with the same result. */
export function down() {
  return Promise.resolve()
}

const isPostgres = (db: Knex) => (db.client as { dialect?: string }).dialect === 'postgresql'
