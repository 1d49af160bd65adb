import type { Knex } from 'knex'
import { Slots } from '../lifetime/index.ts'
import type { HostLogger } from '../log/index.ts'
import { silentLogger } from '../log/index.ts'
import { DatabaseError, type DatabaseErrorCode } from './database-error.ts'
import type { Database } from './database.ts'
import { IDLE_LIMIT, withinIdleTime } from './idle-limit.ts'
import { guardTransaction } from './guard-statements.ts'
import { findForeignChange, type ForeignChange } from './foreign-tables.ts'
import { type Migration, MigrationLedger, tablePrefix } from './migration-ledger.ts'
import { noteTableChanges, type TableChange } from './table-changes.ts'
import type { TableSource } from './table-columns.ts'

type MigrationErrorCode = Extract<DatabaseErrorCode, `migration_${string}`>

/** A migration was refused, failed or could not begin. Nothing of it is left. */
export class MigrationError extends DatabaseError {
  declare readonly code: MigrationErrorCode
  /** The plugin that owns the migration, or `platform`. */
  readonly owner: string
  readonly migration: string
  /** What to do, if it depends on more than the code. */
  readonly fix: string | undefined

  constructor(
    code: MigrationErrorCode,
    { owner, migration }: { owner: string; migration: string },
    { message, fix, ...options }: ErrorOptions & { message: string; fix?: string },
  ) {
    super(code, message, options)
    this.fix = fix
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

function migrationRenamed(owner: string, migration: string, applied: string): MigrationError {
  const message = `The migration [${migration}] of [${owner}] is the applied migration [${applied}] under another name.`
  const fix = `Rename the file back to [${applied}].`
  return new MigrationError('migration_renamed', { owner, migration }, { message, fix })
}

function migrationForeign(owner: string, migration: string, { table, change, holder }: ForeignChange): MigrationError {
  const prefix = tablePrefix(owner)
  const whose =
    holder === undefined ? `whose name does not begin with [${prefix}]` : `which belongs to ${named(holder)}`
  const message = `The migration [${migration}] of [${owner}] ${change} the table [${table}], ${whose}.`
  return new MigrationError('migration_table_foreign', { owner, migration }, { message, fix: fixOf() })

  function fixOf(): string {
    if (holder !== undefined) return FIXES[change]
    if (change === 'creates') return `Name it [${prefix}${table}].`
    return `Rename it first: \`db.schema.renameTable('${table}', '${prefix}${table}')\`.`
  }
}

const named = (holder: string) => (holder === 'platform' ? 'the platform' : `the plugin [${holder}]`)

/** Plugins share ids, never tables. */
const FIXES: Record<TableChange['change'], string> = {
  creates: 'Choose a name that does not begin with the id of another plugin.',
  changes: 'Only its plugin may change it. Keep what you need in a table of your own.',
  drops: 'Only its plugin may drop it. Remove the statement.',
  'writes to': 'Ask its plugin to write the records, with `context.call` after the commit.',
  'refers to': 'Keep the id in a column without a foreign key.',
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
  /** Ids of the other known plugins. If given, a migration that uses a table of anybody else is refused. */
  readonly others?: readonly string[]
  readonly migrations: readonly Migration[]
  readonly log?: HostLogger
  /** Gets the names of applied migrations that are missing from the source, before anything else is done. */
  readonly onUnknown?: (names: readonly string[]) => void
  /** Runs in the transaction of the last pending migration, so that what it refuses can still be edited. Its error is thrown as it is. */
  readonly verify?: VerifyTables
  /** Milliseconds to wait for a transaction to begin. Default: one minute. */
  readonly patience?: number
  /** Milliseconds that a migration may send no statement before it is given up. Default: 30 s. */
  readonly idleLimit?: number
}

/**
 * Applies the pending migrations in the given order, each in its own transaction. The owners of one host wait for their turn, and
 * hosts on one PostgreSQL database for each other. With nothing to do it takes one query. Applied migrations that are missing from the source are logged and returned, not refused: an
 * older version must be able to start on the tables of a newer one.
 * @throws MigrationError `migration_changed` before anything is applied, `migration_failed` with the error as its cause,
 * `migration_not_begun` if the database stayed busy
 */
export async function migrate(options: MigrateOptions): Promise<MigrationOutcome> {
  const { database, owner, others, migrations, patience, idleLimit, log = silentLogger, verify, onUnknown } = options
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
  if (pending.length > 0)
    await turnsOf(database).run(async () => {
      for (const migration of pending) {
        const check = migration === pending.at(-1) ? verify : undefined
        if (!(await apply(ledger, { owner, others, idleLimit, migration, verify: check }))) continue
        log.info('migration applied', { owner, migration: migration.name })
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
  readonly idleLimit: number | undefined
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
    throw migrationFailed(owner, migration.name, error)
  }
  return ours
}

async function applyOwn(
  ledger: MigrationLedger,
  transaction: Knex.Transaction,
  { owner, others, migration, idleLimit = IDLE_LIMIT }: Application,
): Promise<void> {
  const { dialect } = ledger.within(transaction)
  const readChanges = others && (await noteTableChanges(transaction, dialect))
  await withinIdleTime(idleLimit, transaction, async () => migration.up(guardTransaction(transaction)))
  const foreign = others && readChanges && findForeignChange(await readChanges(), { owner, others })
  if (foreign) throw migrationForeign(owner, migration.name, foreign)
  await ledger.record(transaction, migration)
}
