import type { Knex } from 'knex'

type Values = Record<string, unknown>

/** SQLite takes 500 rows and 32,766 values in a statement, PostgreSQL 65,535 values. */
const MOST_ROWS = 500
const MOST_VALUES = 32_000

/**
 * Inserts many rows in the given order, in as few statements as the database allows, and in the current transaction if there is one.
 * All rows must have the columns of the first.
 * @param returning the columns to return for each row, in the same order. `id` must be one of them; the database assigns it, or every
 * row has it. Default: none
 */
export async function insert_rows(
  db: Knex,
  table: string,
  rows: readonly Values[],
  { returning }: { returning?: readonly string[] } = {},
): Promise<Values[]> {
  const size = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / Object.keys(rows[0] ?? { id: 0 }).length))
  const inserted: Values[] = []
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size)
    const insert = db<Values>(table).insert(part)
    if (returning === undefined) await insert
    else inserted.push(...inPlace(part, await insert.returning([...returning])))
  }
  return inserted
}

/** Neither database promises an order of the returned rows, but ids are assigned in the order of insertion. */
function inPlace(rows: readonly Values[], returned: readonly Values[]): Values[] {
  if (rows[0]?.id === undefined) return [...returned].sort((one, other) => Number(one.id) - Number(other.id))
  const byId = new Map(returned.map((row) => [row.id, row]))
  return rows.map(({ id }) => byId.get(id) as Values)
}

type SeedValues = Record<string, unknown>

/**
 * Inserts many example rows quickly, in the current transaction. No hooks run and no schema is checked, so each row must be complete,
 * `version` included. Objects and arrays become JSON text, missing values NULL.
 * @param key `id`, if the database assigns it: then the ids are returned, in the order of the rows
 */
export async function seed_rows(
  db: Knex,
  table: string,
  rows: readonly object[],
  { key }: { readonly key?: 'id' } = {},
): Promise<number[]> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const values = rows.map((row) => toRow(row as SeedValues, columns))
  if (key === undefined) {
    await insert_rows(db, table, values)
    return []
  }
  const inserted = await insert_rows(db, table, values, { returning: [key] })
  return inserted.map((row) => Number(row[key]))
}

const toRow = (row: SeedValues, columns: readonly string[]): SeedValues =>
  Object.fromEntries(columns.map((name) => [name, toColumn(row[name])]))

function toColumn(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}
