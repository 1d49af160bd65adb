import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { IndexedSearch, SearchCondition, SearchIndex } from '@atrium/sdk/host'
import { FOLDED, HYPHEN, SEPARATORS } from '@atrium/sdk/host'
import { SEARCH_PREFIX } from '../../base/db/index.ts'
import { onOwnConnection, type OwnConnection } from './own-connection.ts'
import { type IndexOptions, isNumber, quoted, type SearchedTable, wordsWithTrigrams } from './searched-table.ts'

/** Milliseconds after which a host checks again whether another one has created the index. */
const PATIENCE = 2_000

/**
 * Returns the trigram index of a table, and creates it if it is missing, without blocking writes. One host at a time creates it; the others
 * wait.
 * @throws the error of PostgreSQL, for example if the host may not install the extension
 */
export async function openPostgresIndex(options: IndexOptions): Promise<SearchIndex | undefined> {
  const { database, table, signal } = options
  const name = nameOf(table)
  const index = new PostgresIndex(options)
  const raw: OwnConnection['raw'] = async (sql, bindings) => database.reader.raw<never>(sql, [...bindings])
  while (!signal.aborted) {
    const found = await listIndexes(raw, table)
    if (found.some((each) => each.name === name && each.isValid) && found.length === 1) return index
    const isDone = await onOwnConnection(database, async (connection) => {
      if (!(await takeLock(connection, table))) return false
      await makeIndex(connection, table, name)
      return true
    })
    if (isDone) return index
    await pause(PATIENCE, undefined, { ref: false })
  }
  return undefined
}

class PostgresIndex implements SearchIndex {
  readonly #options: IndexOptions
  readonly #texts: { readonly folded: string; readonly numbers: string }

  constructor(options: IndexOptions) {
    const { fields } = options.table
    this.#options = options
    this.#texts = { folded: foldedText(fields), numbers: numbersText(fields) }
  }

  /** Undefined if the planner would read all records: the condition would only be an additional check. */
  async candidates(search: IndexedSearch): Promise<SearchCondition | undefined> {
    const words = wordsWithTrigrams(search.words)
    if (words.length === 0) return undefined
    const { folded, numbers } = this.#texts
    const condition = words.map((ways) =>
      ways.map((parts) => `${isNumber(parts) ? numbers : folded} like ?`).join(' or '),
    )
    const sql = condition.map((each) => `(${each})`).join(' and ')
    const bindings = words.flat().map((parts) => `%${parts.map(escaped).join('%')}%`)
    const { database, table } = this.#options
    const plan = await database.context.raw<{ rows: object[] }>(
      `explain (format json) select 1 from ${quoted(table.name)} where ${sql}`,
      bindings,
    )
    return JSON.stringify(plan.rows).includes(SEARCH_PREFIX) ? { sql, bindings, compares: 'found' } : undefined
  }

  /** The condition works without the index, too. */
  isGone(): boolean {
    return false
  }
}

const escaped = (part: string) => part.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A different definition gets a different name. */
function nameOf(table: SearchedTable): string {
  const definition = [table.name, foldedText(table.fields), numbersText(table.fields)].join('\n')
  return `${SEARCH_PREFIX}${createHash('sha256').update(definition).digest('hex').slice(0, 16)}`
}

interface FoundIndex {
  readonly name: string
  readonly isValid: boolean
}

/** The indexes of a table for searches. */
async function listIndexes(raw: OwnConnection['raw'], { name }: SearchedTable): Promise<FoundIndex[]> {
  const { rows } = await raw<{ rows: FoundIndex[] }>(
    `select c.relname as "name", i.indisvalid as "isValid" from pg_index as i
     join pg_class as c on c.oid = i.indexrelid join pg_class as t on t.oid = i.indrelid
     where t.relname = ? and pg_table_is_visible(t.oid) and c.relname like '${SEARCH_PREFIX}%'`,
    [name],
  )
  return rows
}

async function takeLock({ raw }: OwnConnection, { name }: SearchedTable): Promise<boolean> {
  const { rows } = await raw<{ rows: { held: boolean }[] }>(
    'select pg_try_advisory_lock(hashtextextended(?, 0)) as held',
    [`search index ${name}`],
  )
  return rows[0]?.held === true
}

/** Creates the index. First it drops other search indexes of the table, and those that an interrupted attempt has left. */
async function makeIndex(connection: OwnConnection, table: SearchedTable, name: string): Promise<void> {
  const { raw } = connection
  const found = await listIndexes(raw, table)
  const isThere = found.some((each) => each.name === name && each.isValid)
  for (const each of found)
    if (each.name !== name || !each.isValid) await raw(`drop index concurrently if exists ${quoted(each.name)}`, [])
  if (isThere) return
  await raw('create extension if not exists pg_trgm', [])
  const texts = [foldedText, numbersText].map((textOf) => `(${textOf(table.fields)}) gin_trgm_ops`)
  await raw(`create index concurrently ${quoted(name)} on ${quoted(table.name)} using gin (${texts.join(', ')})`, [])
  await raw(`analyze ${quoted(table.name)}`, [])
}

/** The expression for the texts of a row with folded letters, without hyphens and combining accents. */
function foldedText(fields: readonly string[]): string {
  const [from, to] = [FREQUENT + [...FOLDED.keys()].join(''), FREQUENT + [...FOLDED.values()].join('')]
  return `translate(${joined(fields)}, '${from}${HYPHEN}${ACCENTS}', '${to}')`
}

/** The expression for the texts of a row without letters and separators, so that each number is in one piece. */
const numbersText = (fields: readonly string[]) =>
  `translate(${joined(fields)}, '${SEPARATORS.join('')}${LETTERS}${LETTERS.toUpperCase()}', '')`

/** `translate` searches its list from the start for each character, so the frequent ones come first and map to themselves. */
const FREQUENT = 'eaniorstlhdumcgbkfpvwzyjxq 1023456789.@+()/,'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ACCENTS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at)).join('')

const joined = (fields: readonly string[]) =>
  fields.map((field) => `coalesce(${quoted(field)}::text, '')`).join(` || ' ' || `)
