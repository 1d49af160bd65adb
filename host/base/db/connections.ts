import type { Knex } from 'knex'
import type { TransactionScope } from './transaction-scope.ts'

/** What a kind of database brings along for `Database` to work with. */
export interface Connections {
  readonly dialect: 'sqlite' | 'postgres'
  /** As the log and `/readyz` name it: `sqlite3`, `prebuilt` or `pg`. */
  readonly driver: string
  readonly writer: Knex
  /** Never waits for the writer. On PostgreSQL the same as `writer`. */
  readonly reader: Knex
  readonly locks: Locks
  /** How hosts on one database wake each other; undefined where there is one host to a database. */
  readonly signals?: Signals
  /** Rejects with what is wrong when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface Locks {
  /** Whether a lock has to be taken before BEGIN, because COMMIT would not wait for its holder to be done with it. */
  readonly beforeBegin: boolean
  /** Holds the key until the outermost transaction ends; once more for the same transaction is harmless. @throws LockBusy */
  take(key: string, scope: TransactionScope): Promise<void>
}

export interface Signals {
  /** Says a word to all who listen to the channel, this host included; outside of any transaction. */
  notify(channel: string, word: string): Promise<void>
  /** Returns how to stop. What is said while the connection is lost is lost; `hear('')` is called when it is back. */
  listen(channel: string, hear: (word: string) => void): () => Promise<void>
}
