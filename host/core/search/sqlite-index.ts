import { randomBytes } from 'node:crypto'
import type { FoldedParts, SearchCondition, SearchIndex } from '@atrium/sdk/host'
import { classifyDatabaseError, dropSearchIndexes, type Database, SEARCH_PREFIX } from '../../base/db/index.ts'
import { fillSqliteIndex, isFilled } from './fill-sqlite-index.ts'
import { type IndexOptions, quoted, type SearchedTable } from './searched-table.ts'
import { foldedText } from './sqlite-text.ts'

/**
 * Returns the full-text index of a table, which it makes if it is missing, or not as it should be. Undefined if the table cannot have
 * one: only an integer primary key is certain to stay the number of its row.
 */
export async function openSqliteIndex(options: IndexOptions): Promise<SearchIndex | undefined> {
  const { database, table, signal } = options
  if (!(await hasNumberedRows(database, table))) return undefined
  const found = await findIndex(database, table)
  if (found !== undefined) return new SqliteIndex(found, options)
  const name = `${SEARCH_PREFIX}${randomBytes(4).toString('hex')}`
  await database.transaction(async (transaction) => {
    await dropSearchIndexes(transaction, (each) => each === table.name)
    for (const { sql } of definitionOf(name, table)) await transaction.raw(sql)
  })
  await fillSqliteIndex(name, { database, table, signal })
  return signal.aborted ? undefined : new SqliteIndex(name, options)
}

/** More than these trigrams of a word exclude little. */
const MOST_TRIGRAMS = 16
/** A word that more of the latest rows contain is found faster by reading all. */
const SAMPLED = 2_000
const COMMON = 600

class SqliteIndex implements SearchIndex {
  readonly #name: string
  readonly #options: IndexOptions

  constructor(name: string, options: IndexOptions) {
    this.#name = name
    this.#options = options
  }

  async candidates(words: readonly FoldedParts[]): Promise<SearchCondition | undefined> {
    const { database, table } = this.#options
    const match = words.map(matchOf).join(' AND ')
    const [index, from] = [quoted(this.#name), quoted(table.name)]
    const [row] = await database.context.raw<{ found: number }[]>(
      `select count(*) as "found" from ${index} where ${index} match ? and rowid > (select max("id") from ${from}) - ${SAMPLED}`,
      [match],
    )
    if ((row?.found ?? 0) > COMMON) return undefined
    return { sql: `"id" in (select rowid from ${index} where ${index} match ?)`, bindings: [match] }
  }

  isGone(error: unknown): boolean {
    return classifyDatabaseError(error)?.kind === 'missing_table'
  }
}

/** Each way to write the word as its trigrams, all of which a text must contain. */
const matchOf = (ways: FoldedParts) =>
  `(${ways.map((parts) => `(${[...new Set(parts.flatMap(trigramsOf))].slice(0, MOST_TRIGRAMS).join(' AND ')})`).join(' OR ')})`

function trigramsOf(part: string): string[] {
  const chars = [...part]
  return chars.slice(2).map((_, at) => quoted(chars.slice(at, at + 3).join('')))
}

async function hasNumberedRows({ reader }: Database, { name }: SearchedTable): Promise<boolean> {
  const keys = await reader.raw<{ name: string; type: string; wr: number }[]>(
    `select k.name, k.type, t.wr from pragma_table_list(?) as t join pragma_table_info(t.name) as k
     where t.schema = 'main' and t.type = 'table' and k.pk > 0`,
    [name],
  )
  const [key] = keys
  return keys.length === 1 && key?.name === 'id' && key.type.toUpperCase() === 'INTEGER' && key.wr === 0
}

/** The index of a table, if it is whole: triggers vanish when a table is copied, and fields change. */
async function findIndex({ reader }: Database, table: SearchedTable): Promise<string | undefined> {
  const triggers = await reader('sqlite_master')
    .where({ type: 'trigger', tbl_name: table.name })
    .where('name', 'like', `${SEARCH_PREFIX}%`)
    .pluck<string[]>('name')
  const names = new Set(triggers.map((trigger) => trigger.replace(/_[a-z]+$/, '')))
  const [name] = names
  if (name === undefined || names.size > 1) return undefined
  const wanted = definitionOf(name, table)
  const rows = await reader('sqlite_master')
    .whereIn(
      'name',
      wanted.map((each) => each.name),
    )
    .select<{ name: string; sql: string }[]>('name', 'sql')
  const kept = new Map(rows.map(({ name, sql }) => [name, sql]))
  if (wanted.some((each) => kept.get(each.name) !== each.sql)) return undefined
  return (await isFilled(name, reader)) ? name : undefined
}

/**
 * The index, and the triggers that keep it. It holds the trigrams of the texts, not the texts. A trigger deletes the row before it inserts
 * it, because the conflict clause of the statement that fires it would replace its own.
 */
function definitionOf(name: string, table: SearchedTable): { name: string; sql: string }[] {
  const [index, on] = [quoted(name), quoted(table.name)]
  const remove = (row: 'new' | 'old') => `DELETE FROM ${index} WHERE rowid = ${row}."id";`
  const insert = `INSERT INTO ${index}(rowid, text) VALUES (new."id", ${foldedText(table.fields, 'new.')});`
  const trigger = (kind: string, event: string, work: string) => ({
    name: `${name}_${kind}`,
    sql: `CREATE TRIGGER ${quoted(`${name}_${kind}`)} AFTER ${event} ON ${on} BEGIN ${work} END`,
  })
  const columns = ['id', ...table.fields].map(quoted).join(', ')
  return [
    {
      name,
      sql: `CREATE VIRTUAL TABLE ${index} USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram remove_diacritics 1')`,
    },
    trigger('insert', 'INSERT', `${remove('new')} ${insert}`),
    trigger('update', `UPDATE OF ${columns}`, `${remove('old')} ${remove('new')} ${insert}`),
    trigger('delete', 'DELETE', remove('old')),
  ]
}
