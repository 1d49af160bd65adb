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
