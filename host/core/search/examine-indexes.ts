import { SEARCH_PREFIX, type TableSource } from '../../base/db/index.ts'
import { isFilled } from './fill-sqlite-index.ts'
import { quoted } from './searched-table.ts'
import { textsOf } from './sqlite-definition.ts'

/** A faulty search index. */
export interface IndexProblem {
  readonly name: string
  readonly table: string
  /** `unfinished`: searches read all records instead. `wrong`: searches miss records. */
  readonly kind: 'unfinished' | 'wrong'
}

/** Finds search indexes that are incomplete or do not match their table. Changes nothing. */
export async function examineSearchIndexes(source: TableSource): Promise<IndexProblem[]> {
  return source.dialect === 'sqlite' ? examineSqlite(source) : examinePostgres(source)
}

/** Whether PostgreSQL has the extension that searches need, or the host may install it. */
export async function canSearchByTrigrams({ reader }: TableSource): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: { can: boolean }[] }>(
    `select exists (select 1 from pg_extension where extname = 'pg_trgm') or (
       exists (select 1 from pg_available_extensions where name = 'pg_trgm')
       and has_database_privilege(current_database(), 'create')) as can`,
  )
  return rows[0]?.can === true
}

async function examineSqlite({ reader }: TableSource): Promise<IndexProblem[]> {
  const triggers = await reader('sqlite_master')
    .where({ type: 'trigger' })
    .where('name', 'like', `${SEARCH_PREFIX}%`)
    .select<{ name: string; table: string }[]>('name', { table: 'tbl_name' })
  const tables = new Map(triggers.map(({ name, table }) => [name.replace(/_[a-z]+$/, ''), table]))
  const problems: IndexProblem[] = []
  for (const [name, table] of tables) {
    const isThere = (await reader.schema.hasTable(name)) && (await reader.schema.hasTable(textsOf(name)))
    if (!isThere) problems.push({ name, table, kind: 'wrong' })
    else if (!(await isFilled(name, reader))) problems.push({ name, table, kind: 'unfinished' })
    else if (await differs(reader, { name, table })) problems.push({ name, table, kind: 'wrong' })
  }
  return problems
}

async function differs(reader: TableSource['reader'], { name, table }: { name: string; table: string }) {
  const [texts, records] = [quoted(textsOf(name)), quoted(table)]
  const rows = await reader.raw<readonly unknown[]>(
    `select 1 where exists (select "id" from ${records} except select record from ${texts})
       or exists (select record from ${texts} except select "id" from ${records})`,
  )
  return rows.length > 0
}

async function examinePostgres({ reader }: TableSource): Promise<IndexProblem[]> {
  const { rows } = await reader.raw<{ rows: IndexProblem[] }>(
    `select indexrelid::regclass::text as "name", indrelid::regclass::text as "table", 'unfinished' as "kind"
     from pg_index where not indisvalid and indexrelid::regclass::text like '${SEARCH_PREFIX}%'`,
  )
  return rows
}
