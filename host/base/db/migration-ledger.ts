import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { classifyDatabaseError } from './classify-database-error.ts'
import { DatabaseError } from './database-error.ts'
import type { Database } from './database.ts'
import type { TableSource } from './table-columns.ts'

/** One change to the tables of a plugin or of the host. */
export interface Migration {
  /** Unique within its owner; usually the file name without its extension. */
  readonly name: string
  /** The hash of its source, which reveals a change of an applied migration. */
  readonly source_hash: string
  up(knex: Knex): unknown
  down?(knex: Knex): unknown
}

/**
 * Returns the prefix of a plugin's table names: `ai-agents` → `ai_agents_`. Ids have no underscores, so no two plugins share a
 * prefix. However, `booking_` is also the start of `booking_desk_`, the prefix of the plugin `booking-desk`.
 */
export function tablePrefix(pluginId: string): string {
  return `${pluginId.replaceAll('-', '_')}_`
}

const PATIENCE = 60_000

/** Milliseconds between two attempts to begin, if the database refuses immediately. */
const PAUSE = 100

type Applied = ReadonlyMap<string, string>
type Row = { name: string; source_hash: string }

/** Records the applied migrations of one owner in the table `<owner>_migrations`. */
export class MigrationLedger {
  readonly #database: Database
  readonly #table: string
  readonly #patience: number

  /** @param options.patience milliseconds to wait for a transaction to begin; default one minute */
  constructor(database: Database, owner: string, { patience = PATIENCE }: { patience?: number } = {}) {
    this.#database = database
    this.#patience = patience
    this.#table = `${tablePrefix(owner)}migrations`
  }

  /** Returns the source hashes by name, in one query; undefined if the table does not exist. */
  async read(): Promise<Applied | undefined> {
    try {
      return await this.#rows(this.#database.reader)
    } catch (error) {
      if (classifyDatabaseError(error)?.kind === 'missing_table') return undefined
      throw error
    }
  }

  /** Creates the table if it is missing, in the transaction of the first migration. */
  async ensureTable(transaction: Knex.Transaction): Promise<void> {
    if (await transaction.schema.hasTable(this.#table)) return
    await transaction.schema.createTable(this.#table, (table) => {
      table.string('name').primary()
      table.string('source_hash').notNullable()
      table.string('applied_at').notNullable()
    })
  }

  /**
   * Runs `fn` in a transaction while no other host runs one on this ledger. Waits longer than usual for a connection and for SQLite's only
   * writer, because nobody is waiting for an answer.
   * @throws DatabaseError `database_busy` if the transaction could not begin
   */
  async alone(fn: (transaction: Knex.Transaction) => Promise<void>): Promise<void> {
    const end = performance.now() + this.#patience
    for (;;) {
      let hasBegun = false
      try {
        return await this.#inTransaction((transaction) => {
          hasBegun = true
          return fn(transaction)
        })
      } catch (error) {
        if (hasBegun || classifyDatabaseError(error)?.kind !== 'busy') throw error
        if (performance.now() > end) throw databaseBusy(this.#patience, error)
        await pause(PAUSE)
      }
    }
  }

  async #inTransaction(fn: (transaction: Knex.Transaction) => Promise<void>): Promise<void> {
    await this.#database.transaction(
      async (transaction) => {
        if (this.#database.dialect === 'postgres') {
          // Another host's migration may take longer than the usual limit for locks.
          await transaction.raw('set local lock_timeout = 0')
          await transaction.raw('set local statement_timeout = 0')
          await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`migrations ${this.#table}`])
        }
        await fn(transaction)
      },
      // SQLite changes a table by copying it, which foreign keys prevent. They are checked before the commit instead.
      { enforceForeignCheck: false },
    )
  }

  /** The tables as seen by this transaction. */
  within(transaction: Knex.Transaction): TableSource {
    return { dialect: this.#database.dialect, reader: transaction }
  }

  async has(transaction: Knex.Transaction, { name }: Migration): Promise<boolean> {
    return (await this.#rows(transaction)).has(name)
  }

  async record(transaction: Knex.Transaction, { name, source_hash }: Migration): Promise<void> {
    await transaction(this.#table).insert({ name, source_hash, applied_at: new Date().toISOString() })
  }

  /** Removes the record of a migration, which then counts as not applied. */
  async forget(transaction: Knex.Transaction, name: string): Promise<void> {
    await transaction(this.#table).where({ name }).delete()
  }

  async #rows(knex: Knex): Promise<Applied> {
    const rows = await knex<Row>(this.#table).select('name', 'source_hash')
    return new Map(rows.map(({ name, source_hash }) => [name, source_hash]))
  }
}

function databaseBusy(patience: number, cause: unknown): DatabaseError {
  const message = `The database was busy for ${patience / 1000} s: no transaction could begin. Find out what holds it, such as a long import or a handler that does not end.`
  return new DatabaseError('database_busy', message, { cause })
}
