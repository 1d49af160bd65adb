import type { TableSource } from './table-columns.ts'

const LEDGER = /_migrations$/

/** The names of all tables, sorted. */
export async function listTables({ dialect, reader }: TableSource): Promise<string[]> {
  const names =
    dialect === 'postgres'
      ? reader('pg_tables').whereRaw('schemaname = current_schema()').pluck<string[]>('tablename')
      : reader('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite%').pluck<string[]>('name')
  return (await names).sort()
}

/** The names of the applied migrations by their owner, `platform` or the id of a plugin, according to their ledgers. */
export async function appliedMigrations(source: TableSource): Promise<Record<string, readonly string[]>> {
  const owners: Record<string, readonly string[]> = {}
  for (const table of (await listTables(source)).filter((name) => LEDGER.test(name))) {
    const owner = table.replace(LEDGER, '').replaceAll('_', '-')
    owners[owner] = await source.reader(table).orderBy('name').pluck<string[]>('name')
  }
  return owners
}
