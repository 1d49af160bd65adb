import type { Knex } from 'knex'
import { insert_rows } from './insert-rows.ts'

type Values = Record<string, unknown>

/**
 * Writes many example rows quickly, in the present transaction: nothing is asked of hooks and no schema is held against, so rows
 * have all that their table wants, `version` included. Objects and arrays become JSON text, what is missing NULL.
 * @param key `id`, where the database counts it up: what it gave each row is returned
 */
export async function seed_rows(
  db: Knex,
  table: string,
  rows: readonly object[],
  { key }: { readonly key?: 'id' } = {},
): Promise<number[]> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const values = rows.map((row) => toRow(row as Values, columns))
  if (key === undefined) {
    await insert_rows(db, table, values)
    return []
  }
  const inserted = await insert_rows(db, table, values, { returning: [key] })
  return inserted.map((row) => Number(row[key]))
}

const toRow = (row: Values, columns: readonly string[]): Values =>
  Object.fromEntries(columns.map((name) => [name, toColumn(row[name])]))

function toColumn(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}
