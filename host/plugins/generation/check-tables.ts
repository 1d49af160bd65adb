import { Type } from '@atrium/sdk'
import { record_fields, type CollectedStore } from '@atrium/sdk/host'
import {
  holderOf,
  type IndexedColumns,
  listIndexedColumns,
  listTableColumns,
  type TableColumns,
  type TableSource,
} from '../../base/db/index.ts'
import type { Operation } from '../../core/registries/index.ts'
import type { Finding } from '../compile/checks/finding.ts'
import { checkColumns } from './check-columns.ts'

/** A plugin's declarations about its tables. */
interface DeclaredStores {
  readonly operations: readonly Operation[]
  /** Includes the stores that no route mounts. */
  readonly stores: readonly CollectedStore[]
}

/**
 * Checks the tables of a plugin's stores in the database, with its migrations applied. Each table must be the plugin's own, exist and match
 * the record. Each column by which the lists of a mounted store are sorted or filtered needs an index that begins with it. Otherwise each
 * page reads the whole table.
 * @param options.undone the migration that is undone if there are errors
 * @param options.others ids of the other known plugins
 */
export async function checkTables(
  declared: DeclaredStores,
  source: TableSource,
  { owner, others, undone }: { owner: string; others: readonly string[]; undone?: string | undefined },
): Promise<Finding[]> {
  const uses = usesOf(declared)
  const names = [...new Set(uses.map(({ table }) => table.name))]
  const columns = await listTableColumns(source, names)
  const indexed = await listIndexedColumns(source, names)
  return uses.flatMap((use) => {
    const holder = holderOf(use.table.name, { owner, others })
    if (holder !== undefined && holder !== owner) return [tableForeign(use.table, holder)]
    const found = columns.get(use.table.name)
    if (found === undefined) return [tableMissing(use.table, { undone })]
    return [...checkRecord(use, { columns: found, dialect: source.dialect, undone }), ...checkIndexes(use, indexed)]
  })
}

interface TableUse extends Pick<CollectedStore, 'schema'> {
  readonly table: NonNullable<CollectedStore['table']>
  readonly isCreated: boolean
  /** The columns by which lists may be sorted or filtered. */
  readonly listed: readonly string[]
}

function usesOf({ operations, stores }: DeclaredStores): TableUse[] {
  const mounted = new Set<CollectedStore>(operations.flatMap(({ declaration }) => declaration.store ?? []))
  const created = new Set<CollectedStore>(
    operations.flatMap(({ declaration: { kind, store } }) => (kind === 'create' && store ? [store] : [])),
  )
  return [...new Set<CollectedStore>([...mounted, ...stores])].flatMap((store) => {
    const { table, schema } = store
    if (table === undefined) return []
    return [{ table, schema, isCreated: created.has(store), listed: mounted.has(store) ? listedColumns(store) : [] }]
  })
}

function listedColumns({ schema, rules: { sort = [], filter = [] } }: CollectedStore): string[] {
  // An index does not help to search inside a list of texts.
  return [...new Set([...sort, ...filter])].filter((name) => record_fields(schema).get(name)?.type.kind !== 'texts')
}

/** A store over it would show fields that the other plugin's roles withhold. */
const tableForeign = ({ name, origin }: TableUse['table'], holder: string): Finding => ({
  code: 'table_foreign',
  message: `The table [${name}] of a store belongs to ${holder === 'platform' ? 'the platform' : `the plugin [${holder}]`}.`,
  fix: 'Ask its plugin for the records with `context.call`, or keep what you need in a table of your own.',
  origin,
})

function tableMissing({ name, origin }: TableUse['table'], { undone }: { undone: string | undefined }): Finding {
  const create = `\`db.schema.createTable('${name}', (table) => { … })\``
  return {
    code: 'table_missing',
    message: `The table [${name}] of a store does not exist: no migration creates it.`,
    fix:
      undone === undefined
        ? `Write a migration with ${create}, or correct the name.`
        : `Correct the migration [${undone}], which was undone: ${create}. Or correct the name.`,
    origin,
  }
}

function checkRecord(
  { table: { name, origin, prepares, computed = [] }, schema, isCreated }: TableUse,
  found: { columns: TableColumns; dialect: TableSource['dialect']; undone: string | undefined },
): Finding[] {
  const stored = Type.Omit(schema, computed)
  return checkColumns({ table: name, schema: stored, isCreated, isPrepared: prepares, ...found }).map((finding) => ({
    ...finding,
    origin,
  }))
}

function checkIndexes({ table: { name, origin }, listed }: TableUse, indexed: IndexedColumns): Finding[] {
  const known = indexed(name)
  if (known === undefined || known === 'view') return []
  return listed
    .filter((column) => !known.has(column))
    .map((column) => ({
      code: 'sort_without_index',
      message: `Lists of [${name}] are sorted or filtered by [${column}], but no index begins with it.`,
      fix: `Add a migration: \`db.schema.alterTable('${name}', (table) => table.index(['${column}']))\`.`,
      origin,
    }))
}
