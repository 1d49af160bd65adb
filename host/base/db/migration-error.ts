import { afterStatement } from './after-statement.ts'
import { type StatementNotAwaited, TRANSACTION } from './awaited-statements.ts'
import { DatabaseError, type DatabaseErrorCode } from './database-error.ts'
import type { ForeignChange } from './foreign-tables.ts'
import { tablePrefix } from './migration-ledger.ts'
import type { TableChange } from './table-changes.ts'

type MigrationErrorCode = Extract<DatabaseErrorCode, `migration_${string}`>

/** A migration was refused, failed or could not begin. None of its changes remain. */
export class MigrationError extends DatabaseError {
  declare readonly code: MigrationErrorCode
  /** The plugin that owns the migration, or `platform`. */
  readonly owner: string
  readonly migration: string
  /** The remedy, if it depends on more than the code. */
  readonly fix: string | undefined
  /** Created where the author made the responsible statement. */
  readonly origin: Error | undefined

  constructor(
    code: MigrationErrorCode,
    { owner, migration }: { owner: string; migration: string },
    { message, fix, origin, ...options }: ErrorOptions & { message: string; fix?: string; origin?: Error | undefined },
  ) {
    super(code, message, options)
    this.fix = fix
    this.origin = origin
    this.owner = owner
    this.migration = migration
  }
}

export function migrationChanged(owner: string, migration: string): MigrationError {
  const message = `The migration [${migration}] of [${owner}] was changed after it was applied.`
  const fix = `Undo the change in this file, and write what is new as another migration. In development, \`atrium plugins reset ${owner}\` drops the tables of the plugin and starts over.`
  return new MigrationError('migration_changed', { owner, migration }, { message, fix })
}

export function migrationRenamed(owner: string, migration: string, applied: string): MigrationError {
  const message = `The migration [${migration}] of [${owner}] is the applied migration [${applied}] under another name.`
  const fix = `Rename the file back to [${applied}].`
  return new MigrationError('migration_renamed', { owner, migration }, { message, fix })
}

export function migrationForeign(
  owner: string,
  migration: string,
  { table, change, holder, origin }: ForeignChange & { origin: Error | undefined },
): MigrationError {
  const prefix = tablePrefix(owner)
  const whose =
    holder === undefined ? `whose name does not begin with [${prefix}]` : `which belongs to ${named(holder)}`
  const message = `The migration [${migration}] of [${owner}] ${change} the table [${table}], ${whose}.`
  return new MigrationError('migration_table_foreign', { owner, migration }, { message, fix: fixOf(), origin })

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

interface Failure {
  readonly cause: unknown
  readonly origin: Error | undefined
}

export function migrationFailed(owner: string, migration: string, { cause, origin }: Failure): MigrationError {
  const reason = cause instanceof Error ? withoutStatement(cause.message) : String(cause)
  const message = `The migration [${migration}] of [${owner}] failed and was rolled back: ${reason}`
  return new MigrationError('migration_failed', { owner, migration }, { message, cause, origin })
}

/** One of the SQLite drivers puts a code before its message. */
const withoutStatement = (message: string) => afterStatement(message)?.replace(/^SQLITE_\w+: /, '') ?? message

const END_IT = {
  fix: 'Give it a function, and await it: `await db.transaction(async (own) => { … })`. Or remove it: each migration runs in a transaction.',
}

export function migrationNotAwaited(owner: string, migration: string, origin: StatementNotAwaited): MigrationError {
  const isTransaction = origin.statement === TRANSACTION
  const reason = isTransaction
    ? `ended while its transaction [${TRANSACTION}] was open`
    : `ended before its statement [${origin.statement}], which it does not await`
  const message = `The migration [${migration}] of [${owner}] ${reason}. It was rolled back.`
  return new MigrationError(
    'migration_not_awaited',
    { owner, migration },
    { message, origin, ...(isTransaction && END_IT) },
  )
}

export function migrationNotBegun(owner: string, migration: string, cause: DatabaseError): MigrationError {
  const message = `The migration [${migration}] of [${owner}] did not run. ${cause.message}`
  return new MigrationError('migration_not_begun', { owner, migration }, { message, cause })
}
