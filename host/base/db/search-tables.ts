import type { Knex } from 'knex'

/** What the names of indexes for searches begin with (`core/search`), and on SQLite those of their triggers and their own tables. */
export const SEARCH_PREFIX = 'platform_search_'

/** What the name of the table with the folded texts of an index ends with. */
export const SEARCH_TEXTS = '_texts'

/**
 * Drops the full-text indexes of the tables of SQLite that are `meant`, and those whose table is gone. Before a migration: columns that a
 * trigger uses cannot be dropped, and copying a table takes its triggers away. The next load of the plugin makes them again.
 */
export async function dropSearchIndexes(
  transaction: Knex.Transaction,
  meant: (table: string) => boolean,
): Promise<void> {
  const rows = await transaction('sqlite_master')
    .where('name', 'like', `${SEARCH_PREFIX}%`)
    .whereIn('type', ['table', 'trigger'])
    .select<{ type: string; name: string; table: string }[]>('type', 'name', { table: 'tbl_name' })
  const triggers = rows.filter(({ type }) => type === 'trigger')
  const kept = new Set(triggers.filter(({ table }) => !meant(table)).map(({ name }) => indexOf(name)))
  for (const { name } of triggers) if (!kept.has(indexOf(name))) await transaction.raw('drop trigger ??', [name])
  for (const { type, name } of rows)
    if (type === 'table' && isOwnTable(name) && !kept.has(indexOf(name))) await transaction.raw('drop table ??', [name])
}

/** The index that a trigger or a table belongs to. */
const indexOf = (name: string) => name.slice(0, SEARCH_PREFIX.length + 8)

/** The other tables go with that of the index. */
const isOwnTable = (name: string) => [indexOf(name), indexOf(name) + SEARCH_TEXTS].includes(name)
