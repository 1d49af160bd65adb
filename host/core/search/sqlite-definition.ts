import { SEARCH_PREFIX, SEARCH_TEXTS } from '../../base/db/index.ts'
import type { Database } from '../../base/db/index.ts'
import { quoted, type SearchedTable } from './searched-table.ts'
import { comparedNumbers, comparedText, foldedText } from './sqlite-text.ts'

/** A table or trigger of an index, as stored in `sqlite_master`. */
export interface Definition {
  readonly name: string
  readonly sql: string
}

/** The table with the texts of an index. */
export const textsOf = (name: string) => `${name}${SEARCH_TEXTS}`

/**
 * The index, the folded texts, and the triggers that maintain both. The index holds the trigrams of the texts, not the texts. A trigger
 * deletes the row before it inserts it, because the conflict clause of the statement that fires it would override the trigger's own.
 */
export function definitionOf(name: string, { name: table, fields }: SearchedTable): Definition[] {
  const [index, texts, on] = [name, textsOf(name), table].map(quoted)
  const unknown = `${textsOf(name)}_unknown`
  const remove = (row: 'new' | 'old') =>
    `DELETE FROM ${index} WHERE rowid = ${row}."id"; DELETE FROM ${texts} WHERE record = ${row}."id";`
  const compared = [comparedText, comparedNumbers].map((textOf) => textOf(fields, 'new.')).join(', ')
  const insertText = `INSERT INTO ${texts}(record, text, numbers) VALUES (new."id", ${compared})`
  const insert = `INSERT INTO ${index}(rowid, text) VALUES (new."id", ${foldedText(fields, 'new.')}); ${insertText};`
  const trigger = (kind: string, event: string, work: string) => ({
    name: `${name}_${kind}`,
    sql: `CREATE TRIGGER ${quoted(`${name}_${kind}`)} AFTER ${event} ON ${on} BEGIN ${work} END`,
  })
  const columns = ['id', ...fields].map(quoted).join(', ')
  return [
    {
      name,
      sql: `CREATE VIRTUAL TABLE ${index} USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram remove_diacritics 1')`,
    },
    { name: textsOf(name), sql: `CREATE TABLE ${texts}(record INTEGER PRIMARY KEY, text TEXT, numbers TEXT)` },
    { name: unknown, sql: `CREATE INDEX ${quoted(unknown)} ON ${texts}(record) WHERE text IS NULL` },
    trigger('insert', 'INSERT', `${remove('new')} ${insert}`),
    trigger('update', `UPDATE OF ${columns}`, `${remove('old')} ${remove('new')} ${insert}`),
    trigger('delete', 'DELETE', remove('old')),
  ]
}

/** The name of a table's index if it is defined correctly: triggers vanish when a table is copied, and fields change. */
export async function findDefined(
  { reader }: Pick<Database, 'reader'>,
  table: SearchedTable,
): Promise<string | undefined> {
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
    .select<Definition[]>('name', 'sql')
  const kept = new Map(rows.map(({ name, sql }) => [name, sql]))
  return wanted.every((each) => kept.get(each.name) === each.sql) ? name : undefined
}
