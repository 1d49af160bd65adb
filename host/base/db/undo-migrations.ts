import { nearest_name } from '@atrium/sdk'
import type { Knex } from 'knex'
import { StatementWatch } from './awaited-statements.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { findForeignChange, holderOf } from './foreign-tables.ts'
import { guardTransaction } from './guard-statements.ts'
import { withinMigrationLimits } from './migration-limits.ts'
import { type Migration, MigrationLedger } from './migration-ledger.ts'
import { dropSearchIndexes } from './search-tables.ts'
import { listTableColumns } from './table-columns.ts'
import { noteTableChanges } from './table-changes.ts'
import { countRows } from './tables.ts'

/** Migrations cannot be undone, or one failed while it was undone. Nothing was changed. */
export class UndoError extends DatabaseError {
  declare readonly code: 'undo_refused' | 'undo_failed'
  readonly fix: string

  constructor(code: UndoError['code'], message: string, { fix, ...options }: ErrorOptions & { fix: string }) {
    super(code, message, options)
    this.fix = fix
  }
}

/** Records of a table. */
export interface TableRecords {
  readonly table: string
  readonly records: number
}

/** The losses when migrations are undone. */
export interface UndoneMigrations {
  /** The names of the migrations, the last one first. */
  readonly undone: string[]
  /** Dropped tables, with the number of records in them. */
  readonly dropped: TableRecords[]
  /** Dropped columns of the remaining tables, as `table.column`. */
  readonly columns: string[]
  /** The number of records that the remaining tables have lost. */
  readonly deleted: TableRecords[]
}

export interface UndoOptions {
  readonly database: Database
  readonly owner: string
  /** Ids of the other known plugins. */
  readonly others: readonly string[]
  /** The migrations in the plugin's folder. */
  readonly migrations: readonly Migration[]
  /** The migration to return to. It stays applied. */
  readonly to: string
}

/**
 * Lists the applied migrations after `to`, the last one first.
 * @throws UndoError `undo_refused` if `to` was not applied, or one of them has no `down`, or is not in the folder in its applied form
 */
export async function planUndo({ database, owner, migrations, to }: UndoOptions): Promise<readonly Migration[]> {
  const applied = (await new MigrationLedger(database, owner).read()) ?? new Map<string, string>()
  if (!applied.has(to)) throw notApplied(to, { owner, applied: [...applied.keys()].sort() })
  const later = [...applied].filter(([name]) => name > to).sort(([one], [other]) => (one < other ? 1 : -1))
  return later.map(([name, hash]) => {
    const migration = migrations.find((each) => each.name === name)
    if (migration === undefined) throw notInFolder(name, owner)
    if (migration.source_hash !== hash) throw changed(name, owner)
    if (migration.down === undefined) throw withoutDown(name, owner)
    return migration
  })
}

/**
 * Undoes the applied migrations after `to` with their `down`, in one transaction: all of them, or none.
 * @param options.rehearse rolls back at the end, to report what would be lost
 * @throws UndoError
 */
export async function undoMigrations({
  rehearse,
  ...options
}: UndoOptions & { rehearse: boolean }): Promise<UndoneMigrations> {
  const { database, owner } = options
  const planned = await planUndo(options)
  let lost: Omit<UndoneMigrations, 'undone'> = { dropped: [], columns: [], deleted: [] }
  const rehearsed = new Error('The rehearsal is over.')
  try {
    await new MigrationLedger(database, owner).alone(async (transaction) => {
      const isOwn = (table: string) => holderOf(table, options) === owner
      if (database.dialect === 'sqlite') await dropSearchIndexes(transaction, isOwn)
      const before = await contentsOf(transaction, options)
      for (const migration of planned) await undo(migration, transaction, options)
      await requireUndone([...planned].reverse(), transaction, { ...options, before })
      lost = lossesOf(before, await contentsOf(transaction, options))
      if (rehearse) throw rehearsed
    })
  } catch (error) {
    if (error !== rehearsed) throw error
  }
  return { undone: planned.map(({ name }) => name), ...lost }
}

async function undo(
  { name, down }: Migration,
  transaction: Knex.Transaction,
  { database, owner, others }: UndoOptions,
): Promise<void> {
  const readChanges = await noteTableChanges(transaction, database.dialect)
  const watch = new StatementWatch(transaction)
  try {
    const limits = { transaction, limit: database.migrationLimit }
    await withinMigrationLimits(limits, () => watch.allAwaited(() => down?.(guardTransaction(transaction))))
  } catch (error) {
    throw downFailed(name, owner, error)
  } finally {
    watch.end()
  }
  const foreign = findForeignChange(await readChanges(), { owner, others })
  if (foreign) throw usesForeign(name, { owner, change: foreign.change, table: foreign.table })
  await new MigrationLedger(database, owner).forget(transaction, name)
}

/**
 * Applies the undone migrations again and takes that back, because they are applied when the plugin is activated: a `down` that leaves a
 * table or records of its `up` is refused.
 * @throws UndoError `undo_failed`
 */
async function requireUndone(
  undone: readonly Migration[],
  transaction: Knex.Transaction,
  { before, ...options }: UndoOptions & { readonly before: Contents },
): Promise<void> {
  const trial = await transaction.transaction()
  try {
    for (const { name, up } of undone) {
      const run = async () => void (await up(guardTransaction(trial)))
      await withinMigrationLimits({ transaction: trial, limit: options.database.migrationLimit }, run).catch(
        (error: unknown) => {
          throw notUndone(name, { owner: options.owner, reason: `[up] then fails: ${reasonOf(error)}`, cause: error })
        },
      )
    }
    const { records } = await contentsOf(trial, options)
    const [table, count] = Object.entries(records).find(([each, now]) => now > (before.records[each] ?? now)) ?? []
    if (table === undefined) return
    const reason = `[up] then adds what is still there, so that [${table}] has ${count} records instead of ${before.records[table]}`
    throw notUndone(undone.map((each) => each.name).join('], ['), { owner: options.owner, reason })
  } finally {
    await trial.rollback()
  }
}

/** The tables of an owner at one moment. */
interface Contents {
  /** The number of records by table. */
  readonly records: Readonly<Record<string, number>>
  /** As `table.column`. */
  readonly columns: ReadonlyMap<string, readonly string[]>
}

async function contentsOf(
  transaction: Knex.Transaction,
  { database, owner, others }: Pick<UndoOptions, 'database' | 'owner' | 'others'>,
): Promise<Contents> {
  const records = await countRows(database, owner, { others })
  const tables = await listTableColumns({ dialect: database.dialect, reader: transaction }, Object.keys(records))
  const columns = [...tables].map(
    ([table, names]) => [table, [...names.keys()].map((name) => `${table}.${name}`)] as const,
  )
  return { records, columns: new Map(columns) }
}

/** Compares the tables before and after. */
function lossesOf(before: Contents, after: Contents): Omit<UndoneMigrations, 'undone'> {
  const tables = Object.entries(before.records)
  const kept = tables.filter(([table]) => table in after.records)
  return {
    dropped: tables.flatMap(([table, records]) => (table in after.records ? [] : [{ table, records }])),
    columns: kept.flatMap(([table]) => {
      const left = new Set(after.columns.get(table))
      return (before.columns.get(table) ?? []).filter((column) => !left.has(column))
    }),
    deleted: kept.flatMap(([table, records]) => {
      const gone = records - (after.records[table] ?? 0)
      return gone > 0 ? [{ table, records: gone }] : []
    }),
  }
}

const refuse = (message: string, fix: string) => new UndoError('undo_refused', message, { fix })

function notApplied(to: string, { owner, applied }: { owner: string; applied: readonly string[] }): UndoError {
  const message = `The migration [${to}] of [${owner}] is not applied.`
  if (applied.length === 0) return refuse(message, 'Nothing is applied, so there is nothing to undo.')
  const nearest = nearest_name(to, applied)
  return refuse(message, nearest ? `Did you mean [${nearest}]?` : `Applied are: ${applied.join(', ')}.`)
}

const notInFolder = (name: string, owner: string) =>
  refuse(
    `The migration [${name}] of [${owner}] cannot be undone: its file is not in the folder.`,
    'Check out the version of the plugin that has it, and undo it there.',
  )

const changed = (name: string, owner: string) =>
  refuse(
    `The migration [${name}] of [${owner}] cannot be undone: its file was changed after it was applied.`,
    'Restore the file, then undo it.',
  )

const withoutDown = (name: string, owner: string) =>
  refuse(
    `The migration [${name}] of [${owner}] cannot be undone: it exports no function [down].`,
    'Write a new migration that undoes it.',
  )

const usesForeign = (name: string, { owner, change, table }: { owner: string; change: string; table: string }) =>
  refuse(
    `[down] of the migration [${name}] of [${owner}] ${change} the table [${table}], which is not a table of [${owner}].`,
    'Plugins share ids, never tables. Nothing was undone.',
  )

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function notUndone(
  name: string,
  { owner, reason, cause }: { owner: string; reason: string; cause?: unknown },
): UndoError {
  const message = `[down] of the migration [${name}] of [${owner}] does not undo everything: ${reason}.`
  return new UndoError('undo_failed', message, { fix: 'Let [down] undo what [up] does. Nothing was undone.', cause })
}

function downFailed(name: string, owner: string, cause: unknown): UndoError {
  const message = `[down] of the migration [${name}] of [${owner}] failed: ${reasonOf(cause)}`
  return new UndoError('undo_failed', message, { fix: 'Correct [down]. Nothing was undone.', cause })
}
