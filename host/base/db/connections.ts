import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'
import type { Scopes, TransactionScope } from './transaction-scope.ts'

/** The interface of each kind of database for `Database`. */
export interface Connections {
  readonly dialect: 'sqlite' | 'postgres'
  /** Its name in the log and in `/readyz`: `sqlite3`, `prebuilt` or `pg`. */
  readonly driver: string
  readonly writer: Knex
  /** Never waits for the writer. On PostgreSQL the same as `writer`. */
  readonly reader: Knex
  /** Connections that cannot write. On SQLite the same as `reader`. */
  readonly readOnly: Knex
  readonly locks: Locks
  /** Lets hosts on one database wake each other. Undefined on SQLite, which serves one host. */
  readonly signals?: Signals
  /** Connections of the reader that only the platform may use. */
  readonly reserved: number
  /** Allows the statements of a transaction this many milliseconds, if the database itself has a limit. */
  allow?(transaction: Knex.Transaction, milliseconds: number): Promise<void>
  /** Stops the statements of a transaction that are under way, so that it can be rolled back at once. */
  interrupt(transaction: Knex.Transaction): Promise<void>
  /** Rejects if the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The locks behind `Database.tryLock`. */
export interface Locks {
  /** Whether to take a lock before BEGIN, because BEGIN itself waits for the holder of the lock. */
  readonly beforeBegin: boolean
  /** Holds the key until the outermost transaction ends. Taking it twice in one transaction is harmless. @throws LockBusy */
  take(key: string, scope: TransactionScope): Promise<void>
}

/** Messages between hosts on one database. */
export interface Signals {
  /**
   * Sends a message to all listeners of the channel, this host included.
   * @param on a transaction, after whose commit it is heard. Default: at once, outside of transactions
   */
  notify(channel: string, word: string, on?: Knex): Promise<void>
  /** Sends messages that differ from each other, together and in this order. */
  notifyAll(channel: string, words: readonly string[]): Promise<void>
  /** All channels share a connection. Returns a function that stops listening. Messages sent while the connection is lost are lost; `hear('')` is called after each (re)connection. */
  listen(channel: string, hear: (word: string) => void): () => Promise<void>
}

/** Options of a database. */
export interface DatabaseOptions {
  readonly log?: HostLogger
  readonly scopes: Scopes
  /** Milliseconds that a transaction started by a plugin may take, unless its handler has its own limit. */
  readonly limit: number
  /** Milliseconds for which a plugin's transaction may block SQLite's writer without using it. */
  readonly idleLimit: number
  /** Milliseconds after which a migration of a plugin may begin no further statement. */
  readonly migrationLimit: number
}
