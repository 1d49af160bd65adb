import { Slots } from '../lifetime/index.ts'
import type { HostLogger } from '../log/index.ts'
import { silentLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'
import type { Database } from './database.ts'
import { type Migration, MigrationLedger } from './migration-ledger.ts'
import type { TableSource } from './table-columns.ts'

/** A migration was changed, failed or could not begin. A failed migration was rolled back. */
export class MigrationError extends DatabaseError {
  declare readonly code: 'migration_changed' | 'migration_failed' | 'migration_not_begun'
  /** The plugin that owns the migration, or `platform`. */
  readonly owner: string
  readonly migration: string

  constructor(
    code: MigrationError['code'],
    { owner, migration }: { owner: string; migration: string },
    { message, ...options }: ErrorOptions & { message: string },
  ) {
    super(code, message, options)
    this.owner = owner
    this.migration = migration
  }
}

function migrationChanged(owner: string, migration: string): MigrationError {
  const message =
    `The migration [${migration}] of [${owner}] was changed after it was applied. Restore it and add a new one, ` +
    `or drop the tables of a plugin in development with: atrium plugins reset ${owner}`
  return new MigrationError('migration_changed', { owner, migration }, { message })
}

function migrationFailed(owner: string, migration: string, cause: unknown): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The migration [${migration}] of [${owner}] failed and was rolled back: ${reason}`
  return new MigrationError('migration_failed', { owner, migration }, { message, cause })
}

function migrationNotBegun(owner: string, migration: string, cause: DatabaseError): MigrationError {
  const message = `The migration [${migration}] of [${owner}] did not run. ${cause.message}`
  return new MigrationError('migration_not_begun', { owner, migration }, { message, cause })
}

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
  readonly migrations: readonly Migration[]
  readonly log?: HostLogger
  /** Runs in the transaction of the last pending migration, so that what it refuses can still be edited. Its error is thrown as it is. */
  readonly verify?: VerifyTables
  /** Milliseconds to wait for a transaction to begin. Default: one minute. */
  readonly patience?: number
}

/**
 * Applies the pending migrations in the given order, each in its own transaction. The owners of one host wait for their turn, and
 * hosts on one PostgreSQL database for each other. With nothing to do it takes one query. Applied migrations that are missing from the source are logged and returned, not refused: an
 * older version must be able to start on the tables of a newer one.
 * @throws MigrationError `migration_changed` before anything is applied, `migration_failed` with the error as its cause,
 * `migration_not_begun` if the database stayed busy
 */
export async function migrate(options: MigrateOptions): Promise<MigrationOutcome> {
  const { database, owner, migrations, patience, log = silentLogger, verify } = options
  const ledger = new MigrationLedger(database, owner, { patience })
  const known = await ledger.read()
  const unknown = findUnknown(known, migrations)
  if (unknown.length > 0) log.warn({ owner, migrations: unknown }, 'applied migrations are missing from the source')
  const pending = findPending(known, { owner, migrations })
  if (pending.length === 0) await verify?.(database, undefined)
  const applied: string[] = []
  if (pending.length > 0)
    await turnsOf(database).run(async () => {
      for (const migration of pending) {
        const check = migration === pending.at(-1) ? verify : undefined
        if (!(await apply(ledger, { owner, migration, verify: check }))) continue
        log.info({ owner, migration: migration.name }, 'migration applied')
        applied.push(migration.name)
      }
    })
  return { applied, unknown }
}

/** How many owners of a host migrate at once: SQLite has one writer, and PostgreSQL ten connections that requests need too. */
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
  { owner, migrations }: { owner: string; migrations: readonly Migration[] },
): Migration[] {
  return migrations.filter(({ name, source_hash }) => {
    const applied = known?.get(name)
    if (applied !== undefined && applied !== source_hash) throw migrationChanged(owner, name)
    return applied === undefined
  })
}

interface Application {
  readonly owner: string
  readonly migration: Migration
  readonly verify: VerifyTables | undefined
}

/** Returns whether this host applied the migration; false if another host was faster. */
async function apply(ledger: MigrationLedger, { owner, migration, verify }: Application): Promise<boolean> {
  let ours = false
  let refused: { readonly error: unknown } | undefined
  try {
    await ledger.alone(async (transaction) => {
      await ledger.ensureTable(transaction)
      if (!(await ledger.has(transaction, migration))) {
        await migration.up(transaction)
        await ledger.record(transaction, migration)
        ours = true
      }
      await verify?.(ledger.within(transaction), ours ? migration.name : undefined).catch((error: unknown) => {
        refused = { error }
        throw error
      })
    })
  } catch (error) {
    if (refused) throw refused.error
    if (error instanceof DatabaseError && error.code === 'database_busy')
      throw migrationNotBegun(owner, migration.name, error)
    throw migrationFailed(owner, migration.name, error)
  }
  return ours
}
