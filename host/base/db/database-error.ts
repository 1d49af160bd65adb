/** What can be wrong with the database itself; a refused statement is told by `classifyDatabaseError`. */
export type DatabaseErrorCode =
  | 'database_in_use'
  | 'database_unavailable'
  | 'driver_missing'
  | 'lock_busy'
  | 'migration_changed'
  | 'migration_failed'
  | 'not_yours_to_close'
  | 'transaction_over'
  | 'transaction_rolled_back'

/** An error of this room, told apart by its `code`; the driver's error, if there is one, is its `cause`. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Thrown by `tryLock`: someone else holds the lock. The key is not repeated in the message, it may come from a client. */
export class LockBusy extends DatabaseError {
  readonly key: string

  constructor(key: string) {
    super('lock_busy', 'The same work is being done right now. Ask again in a second.')
    this.key = key
  }
}

/**
 * Why a statement was refused, in one vocabulary for all drivers.
 * - `unique`, `foreign_key`, `not_null`, `check`, `exclusion`: a constraint of the tables
 * - `invalid_value`: a value that its column cannot hold, such as an integer out of range
 * - `missing_table`: the table is not there, or not yet
 * - `busy`: a lock, a deadlock, or no free connection in time; the same may succeed in a moment
 * - `read_only`, `full`, `unavailable`: the database cannot take it now, and somebody has to see to it
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
  | 'read_only'
  | 'full'
  | 'unavailable'

/** Names only, never values or SQL, so that it may be told to a client. */
export interface DatabaseProblem {
  readonly kind: DatabaseProblemKind
  /** PostgreSQL names every constraint; SQLite only checks and indexes on expressions. */
  readonly constraint?: string
  readonly table?: string
  /** Unknown for a foreign key on SQLite. */
  readonly columns?: readonly string[]
}
