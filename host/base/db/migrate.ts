import type { Knex } from 'knex'
import { Slots } from '../lifetime/index.ts'
import type { HostLogger } from '../log/index.ts'
import { silentLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'
import type { Database } from './database.ts'
import { StatementNotAwaited, StatementWatch } from './awaited-statements.ts'
import { withinMigrationLimits } from './migration-limits.ts'
import { guardTransaction } from './guard-statements.ts'
import { findForeignChange, holderOf } from './foreign-tables.ts'
import {
  migrationChanged,
  MigrationError,
  migrationFailed,
  migrationForeign,
  migrationNotAwaited,
  migrationNotBegun,
  migrationRenamed,
} from './migration-error.ts'
import { type Migration, MigrationLedger } from './migration-ledger.ts'
import { dropSearchIndexes } from './search-tables.ts'
import { noteTableChanges } from './table-changes.ts'
import type { TableSource } from './table-columns.ts'

/** Names of migrations. */
export interface MigrationOutcome {
  /** Applied by this call, in order. */
  readonly applied: readonly string[]
  /** Applied earlier, but no longer in the source. */
  readonly unknown: readonly string[]
}

/** Checks the tables once the migrations are applied. `migration` is undone if the check throws; it is undefined if nothing was pending. */
export type VerifyTables = (source: TableSource, migration: string | undefined) => Promise<void>

interface MigrateOptions {
  readonly database: Database
  readonly owner: string
  /** Ids of the other known plugins. If given, a migration that uses another owner's table is refused. */
  readonly others?: readonly string[]
  readonly migrations: readonly Migration[]
  readonly log?: HostLogger
  /** Receives the names of applied migrations that are missing from the source, before anything else is done. */
  readonly onUnknown?: (names: readonly string[]) => void
  /**
   * Runs in the transaction of the last pending migration, so that a refused migration can still be edited. Its error is thrown unchanged.
   */
  readonly verify?: VerifyTables
  /** Milliseconds to wait for a transaction to begin. Default: one minute. */
  readonly patience?: number
  /** Milliseconds after which a migration may begin no further statement. Default: no limit, for the platform's own. */
  readonly limit?: number
  /** Milliseconds for which a migration may send no statement before it is aborted. Default: 30 s. */
  readonly idleLimit?: number
}

/**
 * Applies the pending migrations in the given order, each in its own transaction. The owners of one host take turns, and so do hosts on one
 * PostgreSQL database. If nothing is pending, it takes one query. Applied migrations that are missing from the source are logged and
 * returned, not refused, because an older version must be able to start on the tables of a newer one.
 * @throws MigrationError `migration_changed` before anything is applied, `migration_failed` with the error as its cause,
 * `migration_not_awaited` if it ends before its statements, `migration_not_begun` if the database stayed busy
 */
export async function migrate(options: MigrateOptions): Promise<MigrationOutcome> {
  const { database, owner, others, migrations, patience, limit = Infinity, idleLimit } = options
  const { log = silentLogger, verify, onUnknown } = options
  const ledger = new MigrationLedger(database, owner, { patience })
  const known = await ledger.read()
  const unknown = findUnknown(known, migrations)
  if (unknown.length > 0) {
    log.warn('applied migrations are missing from the source', { owner, migrations: unknown })
    onUnknown?.(unknown)
  }
  const pending = findPending(known, { owner, migrations, unknown })
  if (pending.length === 0) await verify?.(database, undefined)
  const applied: string[] = []
  const limits = { limit, idleLimit }
  if (pending.length > 0)
    await turnsOf(database).run(async () => {
      for (const migration of pending) {
        const check = migration === pending.at(-1) ? verify : undefined
        if (!(await apply(ledger, { owner, others, limits, migration, verify: check }))) continue
        log.info('migration applied', { owner, migration: migration.name })
        applied.push(migration.name)
      }
    })
  return { applied, unknown }
}

/** How many owners of a host migrate at once: SQLite has one writer, and PostgreSQL ten connections, which requests also need. */
const TURNS = { sqlite: 1, postgres: 4 } as const

const turns = new WeakMap<Database, Slots>()

function turnsOf(database: Database): Slots {
  const known = turns.get(database) ?? new Slots(TURNS[database.dialect])
  turns.set(database, known)
  return known
}

type Known = ReadonlyMap<string, string> | undefined

function findUnknown(known: Known, migrations: readonly Migration[]): string[] {
  const names = new Set(migrations.map(({ name }) => name))
  return [...(known?.keys() ?? [])].filter((name) => !names.has(name))
}

function findPending(
  known: Known,
  { owner, migrations, unknown }: { owner: string; migrations: readonly Migration[]; unknown: readonly string[] },
): Migration[] {
  return migrations.filter(({ name, source_hash }) => {
    const applied = known?.get(name)
    if (applied !== undefined && applied !== source_hash) throw migrationChanged(owner, name)
    const former = unknown.find((missing) => applied === undefined && known?.get(missing) === source_hash)
    if (former !== undefined) throw migrationRenamed(owner, name, former)
    return applied === undefined
  })
}

interface Application {
  readonly owner: string
  readonly others: readonly string[] | undefined
  readonly limits: { readonly limit: number; readonly idleLimit: number | undefined }
  readonly migration: Migration
  readonly verify: VerifyTables | undefined
}

/** Returns whether this host applied the migration; false if another host was faster. */
async function apply(ledger: MigrationLedger, application: Application): Promise<boolean> {
  const { owner, migration, verify } = application
  let ours = false
  let refusal: { readonly error: unknown } | undefined
  const orRefuse = (error: unknown) => {
    refusal = { error }
    throw error
  }
  try {
    await ledger.alone(async (transaction) => {
      await ledger.ensureTable(transaction)
      if (!(await ledger.has(transaction, migration))) {
        await applyOwn(ledger, transaction, application)
        ours = true
      }
      await verify?.(ledger.within(transaction), ours ? migration.name : undefined).catch(orRefuse)
    })
  } catch (error) {
    if (refusal) throw refusal.error
    if (error instanceof MigrationError) throw error
    if (error instanceof DatabaseError && error.code === 'database_busy')
      throw migrationNotBegun(owner, migration.name, error)
    throw migrationFailed(owner, migration.name, { cause: error, origin: undefined })
  }
  return ours
}

async function applyOwn(
  ledger: MigrationLedger,
  transaction: Knex.Transaction,
  { owner, others, migration, limits }: Application,
): Promise<void> {
  const { dialect } = ledger.within(transaction)
  if (others && dialect === 'sqlite')
    await dropSearchIndexes(transaction, (table) => holderOf(table, { owner, others }) === owner)
  const readChanges = others && (await noteTableChanges(transaction, dialect))
  const watch = new StatementWatch(transaction)
  try {
    const up = () => migration.up(guardTransaction(transaction))
    await withinMigrationLimits({ ...limits, transaction }, () => watch.allAwaited(up))
  } catch (cause) {
    if (cause instanceof StatementNotAwaited) throw migrationNotAwaited(owner, migration.name, cause)
    throw migrationFailed(owner, migration.name, { cause, origin: watch.originOf(cause) })
  } finally {
    watch.end()
  }
  const foreign = others && readChanges && findForeignChange(await readChanges(), { owner, others })
  if (foreign) throw migrationForeign(owner, migration.name, { ...foreign, origin: watch.originOfUse(foreign.table) })
  await ledger.record(transaction, migration)
}
