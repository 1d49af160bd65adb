/** The codes of `DatabaseError`. Errors of single statements are classified by `classifyDatabaseError`. */
export type DatabaseErrorCode =
  | 'database_busy'
  | 'database_in_use'
  | 'database_newer'
  | 'database_unavailable'
  | 'driver_missing'
  | 'host_older'
  | 'lock_busy'
  | 'migration_changed'
  | 'migration_failed'
  | 'migration_not_awaited'
  | 'migration_not_begun'
  | 'migration_renamed'
  | 'migration_table_foreign'
  | 'not_yours_to_close'
  | 'statement_refused'
  | 'time_over'
  | 'transaction_over'
  | 'transaction_rolled_back'
  | 'transaction_unused'
  | 'turn_late'
  | 'undo_failed'
  | 'undo_refused'

/** An error of this room. Its `cause` is the driver's error, if there is one. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Thrown by `tryLock` if the lock is held. The message does not repeat the key, because it may come from a client. */
export class LockBusy extends DatabaseError {
  readonly key: string

  constructor(key: string) {
    super('lock_busy', 'The same work is already in progress. Try again in a second.')
    this.key = key
  }
}

/**
 * Why a statement failed, in the same words for all drivers.
 * - `unique`, `foreign_key`, `not_null`, `check`, `exclusion`: a constraint of the tables
 * - `invalid_value`: a value that its column cannot hold, such as an integer out of range
 * - `missing_table`: the table does not exist
 * - `busy`: a lock, a deadlock, or no free connection in time; a retry may succeed
 * - `late`: the handler or transaction that it belongs to has used up its time
 * - `unused`: its transaction kept others waiting without using the database
 * - `corrupt`, `read_only`, `full`, `unavailable`: the database cannot execute it until somebody intervenes
 */
export type DatabaseProblemKind =
  | 'unique'
  | 'foreign_key'
  | 'not_null'
  | 'check'
  | 'exclusion'
  | 'invalid_value'
  | 'missing_table'
  | 'busy'
  | 'corrupt'
  | 'late'
  | 'read_only'
  | 'full'
  | 'unavailable'
  | 'unused'

/** Why a statement failed, and the names concerned. Contains no values and no SQL, so it may be shown to a client. */
export interface DatabaseProblem {
  readonly kind: DatabaseProblemKind
  /** PostgreSQL names every constraint; SQLite only checks and indexes on expressions. */
  readonly constraint?: string
  readonly table?: string
  /** Unknown for a foreign key on SQLite. */
  readonly columns?: readonly string[]
  /** `foreign_key`: the record itself is sound, but others still refer to it. */
  readonly is_referenced?: true
}
