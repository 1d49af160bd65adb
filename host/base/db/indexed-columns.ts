import type { Knex } from 'knex'
import { forEach, type TableSource } from './table-columns.ts'

/** Returns the columns of a table that begin an index, `view` for a view, which cannot have indexes, and undefined for an unknown name. */
export type IndexedColumns = (table: string) => ReadonlySet<string> | 'view' | undefined

/** Reads from the database which of these tables exist and the first columns of their indexes. Partial and invalid indexes do not count. */
export async function listIndexedColumns(
  { dialect, reader }: TableSource,
  tables: readonly string[],
): Promise<IndexedColumns> {
  if (tables.length === 0) return () => undefined
  const rows = await (dialect === 'postgres' ? askPostgres : askSqlite)(reader, tables)
  const columns = new Map<string, Set<string> | 'view'>()
  for (const { table, kind, column } of rows) {
    const known = columns.get(table) ?? (kind === 'view' ? kind : new Set())
    if (column !== null && known !== 'view') known.add(column)
    columns.set(table, known)
  }
  return (table) => columns.get(table)
}

/** One row per index of each table; a table without indexes has one row without a column. */
interface Row {
  readonly table: string
  readonly kind: 'table' | 'view'
  readonly column: string | null
}

/** Primary keys are read separately, because SQLite keeps an integer primary key without an index. */
const SQLITE = `
  SELECT t.name AS "table", t.type AS "kind", c.name AS "column" FROM sqlite_master AS t
  LEFT JOIN pragma_index_list(t.name) AS i ON i.partial = 0
  LEFT JOIN pragma_index_info(i.name) AS c ON c.seqno = 0
  WHERE t.type IN ('table', 'view') AND t.name IN (?)
  UNION
  SELECT t.name, t.type, k.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS k ON k.pk = 1
  WHERE t.type = 'table' AND t.name IN (?)`

const POSTGRES = `
  SELECT t.relname AS "table", CASE WHEN t.relkind IN ('v', 'f') THEN 'view' ELSE 'table' END AS "kind", c.attname AS "column"
  FROM pg_class AS t
  LEFT JOIN pg_index AS i ON i.indrelid = t.oid AND i.indisvalid AND i.indpred IS NULL
  LEFT JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = i.indkey[0]
  WHERE t.relkind IN ('r', 'p', 'm', 'v', 'f') AND pg_table_is_visible(t.oid) AND t.relname IN (?)`

async function askSqlite(knex: Knex, tables: readonly string[]): Promise<readonly Row[]> {
  return knex.raw<readonly Row[]>(forEach(SQLITE, tables), [...tables, ...tables])
}

async function askPostgres(knex: Knex, tables: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: readonly Row[] }>(forEach(POSTGRES, tables), [...tables])
  return rows
}
