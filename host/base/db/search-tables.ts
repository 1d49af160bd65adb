import type { Knex } from 'knex'

/** The prefix of the names of search indexes (`core/search`), and on SQLite of their triggers and their own tables. */
export const SEARCH_PREFIX = 'platform_search_'

/** The suffix of the table with the folded texts of an index. */
export const SEARCH_TEXTS = '_texts'

/**
 * Drops the full-text indexes of the `meant` SQLite tables, and those whose table is gone. Needed before a migration: columns that a
 * trigger uses cannot be dropped, and copying a table loses its triggers. The next load of the plugin creates the indexes again.
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

/** SQLite drops the other tables together with that of the index. */
const isOwnTable = (name: string) => [indexOf(name), indexOf(name) + SEARCH_TEXTS].includes(name)
