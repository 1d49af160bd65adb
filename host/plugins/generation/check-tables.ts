import { record_fields, type StoredTable } from '@atrium/sdk/host'
import { type Database, type IndexedColumns, listIndexedColumns } from '../../base/db/index.ts'
import type { Operation } from '../../core/registries/index.ts'
import type { Finding } from '../compile/checks/finding.ts'

interface TableUse {
  readonly table: StoredTable
  /** The columns by which lists may be sorted or filtered. */
  readonly columns: readonly string[]
}

/**
 * Checks the tables of a plugin's stores in the database, after its migrations have run. Each table must exist. Each column by which
 * lists are sorted or filtered needs an index that begins with it, or each page reads the whole table.
 */
export async function checkTables(operations: readonly Operation[], database: Database): Promise<Finding[]> {
  const uses = tablesOf(operations)
  const indexed = await listIndexedColumns(database, [...new Set(uses.map(({ table }) => table.name))])
  return uses.flatMap((use) => findingsOf(use, indexed))
}

function tablesOf(operations: readonly Operation[]): TableUse[] {
  const stores = new Set(operations.flatMap(({ declaration }) => declaration.store ?? []))
  return [...stores].flatMap(({ table, schema, rules: { sort = [], filter = [] } }) => {
    // An index does not help to search inside a list of texts.
    const isIndexable = (name: string) => record_fields(schema).get(name)?.type.kind !== 'texts'
    return table === undefined ? [] : [{ table, columns: [...new Set([...sort, ...filter])].filter(isIndexable) }]
  })
}

function findingsOf({ table: { name, origin }, columns }: TableUse, indexed: IndexedColumns): Finding[] {
  const known = indexed(name)
  if (known === undefined) {
    return [
      {
        code: 'table_missing',
        message: `The table [${name}] of a store does not exist: no migration creates it.`,
        fix: `Write a migration with \`db.schema.createTable('${name}', (table) => { … })\`, or correct the name.`,
        origin,
      },
    ]
  }
  if (known === 'view') return []
  return columns
    .filter((column) => !known.has(column))
    .map((column) => ({
      code: 'sort_without_index',
      message: `Lists of [${name}] are sorted or filtered by [${column}], but no index begins with it.`,
      fix: `Add a migration: \`db.schema.alterTable('${name}', (table) => table.index(['${column}']))\`.`,
      origin,
    }))
}
