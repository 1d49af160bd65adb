import { join } from 'node:path'
import knex from 'knex'

const STATUSES = ['draft', 'active', 'retired']
const ROWS_PER_INSERT = 100

/** Fills the table of the plugin `template` directly in a host's SQLite file; the host may be running. */
export async function fillItems(dataDir: string, rows: number): Promise<void> {
  const connection = { filename: join(dataDir, 'atrium.sqlite') }
  const db = knex({ client: 'sqlite3', connection, useNullAsDefault: true })
  try {
    const items = Array.from({ length: rows }, (_, at) => itemAt(at))
    await db.batchInsert('template_items', items, ROWS_PER_INSERT)
  } finally {
    await db.destroy()
  }
}

/** Names are spread, so that the order by name differs from the order by id. */
function itemAt(at: number) {
  return {
    name: `Item ${((at * 7919) % 10_007).toString().padStart(5, '0')}`,
    status: STATUSES[at % STATUSES.length],
    price: 100 + at,
    notes: at % 2 === 0 ? `Note ${at}: a sentence as people write them about things they sell.` : null,
    created_at: new Date(1_700_000_000_000 + at * 60_000).toISOString(),
    version: 1,
  }
}
