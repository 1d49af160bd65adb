import { WAIT_LIMIT } from './knex-connections.ts'

/** How a dialect opens a connection. Knex passes this on as `connection`. */
export interface SqliteSettings {
  readonly filename: string
  readonly pragmas: readonly string[]
  /** How transactions begin. */
  readonly begin: 'BEGIN' | 'BEGIN IMMEDIATE'
  /** Whether transactions take a connection and begin with their first statement. Default: immediately. */
  readonly beginsLate?: boolean
  /** Whether its connections never write. Default false. */
  readonly onlyReads?: boolean
  /** Milliseconds a statement waits for another process's lock. */
  readonly waitLimit: number
  /** When a statement that begins now, outside of transactions, has to end, by `performance.now()`. Default: never. */
  readonly endsAt?: () => number
}

const SHARED = ['foreign_keys = ON']

/**
 * When SQLite waits for the disk. `full`: at every commit, so that a power failure loses nothing that was confirmed. `normal`: at
 * checkpoints, so that it may lose the last commits, but never damages the file.
 */
export type SqliteSync = 'full' | 'normal'

/**
 * Transactions begin as writers, because one that reads first and writes later fails with SQLITE_BUSY instead of waiting. They begin late,
 * so that a handler does not hold the only writer while it waits for something else.
 */
export function writerSettings(filename: string, sync: SqliteSync): SqliteSettings {
  const pragmas = ['journal_mode = WAL', `synchronous = ${sync}`, ...SHARED]
  return { filename, pragmas, begin: 'BEGIN IMMEDIATE', beginsLate: true, waitLimit: WAIT_LIMIT }
}

export function readerSettings(filename: string): SqliteSettings {
  return { filename, pragmas: [...SHARED, 'query_only = ON'], begin: 'BEGIN', onlyReads: true, waitLimit: WAIT_LIMIT }
}

/** Not in WAL mode, which would create two more files. */
export function hostLockSettings(filename: string): SqliteSettings {
  return { filename, pragmas: [], begin: 'BEGIN IMMEDIATE', waitLimit: 0 }
}
