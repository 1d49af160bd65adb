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
