import { randomBytes } from 'node:crypto'
import type { FoldedParts, FoldedWord, IndexedSearch, SearchCondition, SearchIndex } from '@atrium/sdk/host'
import { classifyDatabaseError, dropSearchIndexes, type Database, SEARCH_PREFIX } from '../../base/db/index.ts'
import { fillSqliteIndex, isFilled } from './fill-sqlite-index.ts'
import { type IndexOptions, isNumber, quoted, type SearchedTable, wordsWithTrigrams } from './searched-table.ts'
import { definitionOf, findDefined, textsOf } from './sqlite-definition.ts'
import { BETWEEN } from './sqlite-text.ts'

/**
 * Returns the full-text index of a table, and creates it if it is missing or outdated. Undefined if the table cannot have one: only an
 * integer primary key is certain to remain the row's number.
 */
export async function openSqliteIndex(options: IndexOptions): Promise<SearchIndex | undefined> {
  const { database, table, signal } = options
  if (!(await hasNumberedRows(database, table))) return undefined
  const found = await findDefined(database, table)
  if (found !== undefined && (await isFilled(found, database.reader))) return new SqliteIndex(found, options)
  const name = `${SEARCH_PREFIX}${randomBytes(4).toString('hex')}`
  await database.transaction(async (transaction) => {
    await dropSearchIndexes(transaction, (each) => each === table.name)
    for (const { sql } of definitionOf(name, table)) await transaction.raw(sql)
  })
  await fillSqliteIndex(name, options)
  return signal.aborted ? undefined : new SqliteIndex(name, options)
}

/** More trigrams of a word than these hardly narrow the result. */
const MOST_TRIGRAMS = 16

class SqliteIndex implements SearchIndex {
  readonly #name: string
  readonly #texts: string
  readonly #options: IndexOptions

  constructor(name: string, options: IndexOptions) {
    this.#name = quoted(name)
    this.#texts = quoted(textsOf(name))
    this.#options = options
  }

  async candidates(search: IndexedSearch): Promise<SearchCondition> {
    const { words } = search
    const ids = (await this.#idsByTrigrams(words)) ?? (await this.#idsByTexts(words))
    if (ids !== undefined)
      return { sql: '"id" in (select value from json_each(?))', bindings: [JSON.stringify(ids)], compares: 'found' }
    const { sql, bindings } = inTexts(words)
    const [isExact, from] = [this.#isExact(search), `from ${this.#texts} where record = "id"`]
    // SQLite reads this as a join, which takes a quarter of the time of an expression.
    if (isExact && !(await this.#hasUnknown()))
      return { sql: `exists (select 1 ${from} and ${sql})`, bindings, compares: 'none' }
    const found = `(select case when text is null then null else (${sql}) is true end ${from})`
    return { sql: isExact ? found : `nullif(${found}, 1)`, bindings, compares: 'unknown' }
  }

  /** Whether some rows have no comparable text. */
  async #hasUnknown(): Promise<boolean> {
    const sql = `select 1 from ${this.#texts} where text is null limit 1`
    return (await this.#options.database.context.raw<readonly unknown[]>(sql)).length > 0
  }

  /** Whether every text that contains the words belongs to a matching record. */
  #isExact({ words, is_whole, fields }: IndexedSearch): boolean {
    const { table } = this.#options
    const isAll = table.fields.length === fields.length && table.fields.every((field) => fields.includes(field))
    return isAll && is_whole && words.every(({ ways, is_exact }) => is_exact && !ways.flat().join('').includes(BETWEEN))
  }

  isGone(error: unknown): boolean {
    return classifyDatabaseError(error)?.kind === 'missing_table'
  }

  /** Undefined if there are many, or the words are too short. */
  async #idsByTrigrams(given: readonly FoldedWord[]): Promise<number[] | undefined> {
    const words = wordsWithTrigrams(given)
    if (words.length === 0) return undefined
    return this.#fewIds(`select rowid as id from ${this.#name} where ${this.#name} match ?`, [
      words.map(matchOf).join(' AND '),
    ])
  }

  async #idsByTexts(words: readonly FoldedWord[]): Promise<number[] | undefined> {
    const { sql, bindings } = inTexts(words)
    return this.#fewIds(`select record as id from ${this.#texts} where text is null or ${sql}`, bindings)
  }

  async #fewIds(sql: string, bindings: readonly string[]): Promise<number[] | undefined> {
    const { database, mostNamed } = this.#options
    const rows = await database.context.raw<{ id: number }[]>(`${sql} limit ${mostNamed + 1}`, [...bindings])
    return rows.length > mostNamed ? undefined : rows.map(({ id }) => id)
  }
}

/** Each spelling of the word as its trigrams, all of which a text must contain. */
const matchOf = (ways: FoldedParts) =>
  `(${ways.map((parts) => `(${[...new Set(parts.flatMap(trigramsOf))].slice(0, MOST_TRIGRAMS).join(' AND ')})`).join(' OR ')})`

function trigramsOf(part: string): string[] {
  const chars = [...part]
  return chars.slice(2).map((_, at) => quoted(chars.slice(at, at + 3).join('')))
}

/** Matches the texts that contain each word in one of its spellings. */
function inTexts(words: readonly FoldedWord[]): Pick<SearchCondition, 'sql' | 'bindings'> {
  const ways = words.map(({ ways }) => ways.map(inText))
  const sql = ways.map((each) => `(${each.map((way) => way.sql).join(' or ')})`).join(' and ')
  return { sql, bindings: ways.flat().flatMap((way) => way.bindings) }
}

function inText(parts: readonly string[]): Pick<SearchCondition, 'sql' | 'bindings'> {
  const column = isNumber(parts) ? 'numbers' : 'text'
  return { sql: parts.map(() => `instr(${column}, ?)`).join(' and '), bindings: parts }
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
