import type { Knex } from 'knex'
import type { Database } from './database.ts'

/** The source of a table's description: a database, or a transaction whose changes are not committed yet. */
export interface TableSource {
  readonly dialect: Database['dialect']
  readonly reader: Knex
}

/** The kinds of values that a column's type stores. `other` takes anything, or is unknown. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'json'
  | 'binary'
  | 'list'
  | 'other'

/** A column as the database describes it. */
export interface TableColumn {
  readonly name: string
  /** As declared: `varchar(80)`. May be empty on SQLite. */
  readonly type: string
  readonly kind: ColumnKind
  /** Whether an insert without the column is refused: it is NOT NULL, and the database has no value for it. */
  readonly needsValue: boolean
  /** Whether the database fills it in if an insert omits it, other than with NULL. Always true for views. */
  readonly isFilled: boolean
}

/** The columns of a table or view by name, in their order. */
export type TableColumns = ReadonlyMap<string, TableColumn>

/** Reads the columns of these tables and views. A name that does not exist is left out. */
export async function listTableColumns(
  { dialect, reader }: TableSource,
  tables: readonly string[],
): Promise<ReadonlyMap<string, TableColumns>> {
  if (tables.length === 0) return new Map()
  const rows = await (dialect === 'postgres' ? askPostgres : askSqlite)(reader, tables)
  const found = new Map<string, Map<string, TableColumn>>()
  for (const { table, needs_value, is_filled, ...column } of rows) {
    const columns = found.get(table) ?? new Map<string, TableColumn>()
    found.set(
      table,
      columns.set(column.name, { ...column, needsValue: Boolean(needs_value), isFilled: Boolean(is_filled) }),
    )
  }
  return found
}

interface Row extends Omit<TableColumn, 'needsValue' | 'isFilled'> {
  readonly table: string
  /** SQLite returns a number. */
  readonly needs_value: boolean | number
  readonly is_filled: boolean | number
}

/** `pk = 1` with the type INTEGER is the row number, which SQLite assigns. `hidden` columns are generated. */
const SQLITE = `
  SELECT t.name AS "table", c.name, c.type,
    t.type = 'table' AND c."notnull" = 1 AND c.dflt_value IS NULL AND c.hidden = 0
      AND NOT (c.pk = 1 AND upper(c.type) = 'INTEGER') AS needs_value,
    t.type = 'view' OR c.dflt_value IS NOT NULL OR c.hidden <> 0 OR (c.pk = 1 AND upper(c.type) = 'INTEGER')
      OR EXISTS (SELECT 1 FROM sqlite_master AS g WHERE g.type = 'trigger' AND g.tbl_name = t.name) AS is_filled
  FROM sqlite_master AS t JOIN pragma_table_xinfo(t.name) AS c
  WHERE t.type IN ('table', 'view') AND t.name IN (?)
  ORDER BY t.name, c.cid`

async function askSqlite(knex: Knex, tables: readonly string[]): Promise<readonly Row[]> {
  const rows = await knex.raw<readonly Omit<Row, 'kind'>[]>(forEach(SQLITE, tables), [...tables])
  return rows.map((row) => ({ ...row, kind: sqliteKind(row.type) }))
}

/** Words in the types that Knex and authors declare. The first match counts. */
const SQLITE_KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/int/i, 'integer'],
  [/char|clob|text/i, 'text'],
  [/real|floa|doub|dec|num/i, 'number'],
  [/bool/i, 'boolean'],
  [/json/i, 'json'],
  [/datetime|timestamp/i, 'date-time'],
  [/^date/i, 'date'],
]

const sqliteKind = (type: string): ColumnKind => SQLITE_KINDS.find(([words]) => words.test(type))?.[1] ?? 'other'

/** `atthasdef` includes generated columns. A trigger that runs before an insert may fill in any column. */
const POSTGRES = `
  SELECT t.relname AS "table", c.attname AS name, format_type(c.atttypid, c.atttypmod) AS type,
    CASE
      WHEN y.typcategory = 'A' THEN 'list'
      WHEN y.typcategory = 'B' THEN 'boolean'
      WHEN y.typname IN ('int2', 'int4', 'int8') THEN 'integer'
      WHEN y.typname IN ('numeric', 'float4', 'float8') THEN 'number'
      WHEN y.typname = 'date' THEN 'date'
      WHEN y.typname IN ('timestamp', 'timestamptz') THEN 'date-time'
      WHEN y.typname IN ('json', 'jsonb') THEN 'json'
      WHEN y.typname = 'bytea' THEN 'binary'
      WHEN y.typcategory = 'S' THEN 'text'
      ELSE 'other'
    END AS kind,
    t.relkind IN ('r', 'p') AND c.attnotnull AND NOT c.atthasdef AND c.attidentity = '' AND NOT EXISTS (
      SELECT FROM pg_trigger AS g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal AND g.tgtype & 6 = 6
    ) AS needs_value,
    t.relkind NOT IN ('r', 'p') OR c.atthasdef OR c.attidentity <> '' OR EXISTS (
      SELECT FROM pg_trigger AS g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal AND g.tgtype & 6 = 6
    ) AS is_filled
  FROM pg_class AS t
  JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
  JOIN pg_type AS declared ON declared.oid = c.atttypid
  JOIN pg_type AS y ON y.oid = CASE declared.typtype WHEN 'd' THEN declared.typbasetype ELSE declared.oid END
  WHERE t.relkind IN ('r', 'p', 'm', 'v', 'f') AND pg_table_is_visible(t.oid) AND t.relname IN (?)
  ORDER BY t.relname, c.attnum`

async function askPostgres(knex: Knex, tables: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await knex.raw<{ rows: readonly Row[] }>(forEach(POSTGRES, tables), [...tables])
  return rows
}

/** Expands `IN (?)`, because Knex does not spread an array in a raw statement. */
export const forEach = (sql: string, tables: readonly string[]) =>
  sql.replaceAll('IN (?)', `IN (${tables.map(() => '?').join(', ')})`)
