import KnexTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import { transactionOver } from './transaction-limit.ts'
import { begun } from './knex-connections.ts'
import type { SqliteSettings } from './sqlite-settings.ts'

/** A driver's connection and its state. */
export interface SqliteConnection {
  /** Why further statements of the current transaction are refused: SQLite has rolled it back by itself, or its time is over. */
  undone?: Error
  /** Resolves when the statements of the current transaction that were sent until now have ended. Undefined if all have. */
  underWay?: Promise<void>
  /** Cached counts of a read-only connection. */
  counted?: Counted
}

/** Answers by SQL and bindings, valid for one `data_version` of their connection. */
interface Counted {
  readonly version: unknown
  readonly answers: Map<string, unknown[]>
}

/** The parts of the dialect that a transaction uses. */
interface TransactionClient<Connection> {
  readonly connectionSettings: SqliteSettings
  readonly transacting?: boolean
  acquireConnection(): Connection | Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  execute(connection: Connection, query: { sql: string }): unknown
}

/** The options that Knex gets for one transaction. Knex's own statements that change a table set the last two. */
interface TransactionConfig {
  readonly connection?: object
  readonly enforceForeignCheck?: boolean | null
}

/**
 * Waits for the statements of a transaction that were sent before. Returns the function that lets the next one run. Without it, one that is
 * still being prepared would be overtaken by the ROLLBACK: it would be committed on its own, and a savepoint would leave the only writer in
 * a transaction that nobody ends. No `TaskQueue`, which would keep the context of whoever opened the connection.
 */
export async function inTurn(connection: SqliteConnection): Promise<() => void> {
  const before = connection.underWay
  let resolve!: () => void
  const ended = new Promise<void>((resolver) => (resolve = resolver))
  connection.underWay = ended
  await before
  return () => {
    if (connection.underWay === ended) connection.underWay = undefined
    resolve()
  }
}

/** Begins with the statement of the connection's settings; Knex knows only a plain BEGIN. */
export class SqliteTransaction extends KnexTransaction {
  declare readonly client: TransactionClient<SqliteConnection>
  /** Set once the transaction is over. */
  #restored: Promise<void> | undefined

  override async acquireConnection<Result>(
    config: TransactionConfig,
    work: (connection: object) => Promise<Result>,
  ): Promise<Result> {
    const { transacting = false, connectionSettings } = this.client
    if (config.enforceForeignCheck != null) return super.acquireConnection(config, this.#thenRestore(work))
    const beginsLate = connectionSettings.beginsLate === true && config.connection === undefined && !transacting
    if (!beginsLate) return super.acquireConnection(config, work)
    const connection = new LateConnection(this.client)
    try {
      return await work(connection)
    } finally {
      connection.end()
    }
  }

  override _restoreForeignCheck(connection: object, enable: boolean | undefined): Promise<void> {
    this.#restored = super._restoreForeignCheck(connection, enable)
    return this.#restored
  }

  override begin(connection: SqliteConnection | LateConnection<SqliteConnection>): Promise<unknown> {
    if (connection instanceof LateConnection) return Promise.resolve(connection)
    connection.undone = undefined
    return begun(this.query(connection, this.client.connectionSettings.begin))
  }

  override savepoint(connection: SqliteConnection): Promise<unknown> {
    return begun(super.savepoint(connection))
  }

  /**
   * Knex does not wait until foreign keys are enforced again. If the next transaction began meanwhile, that would have no effect, and they
   * would stay off until the host is restarted.
   */
  #thenRestore<Result>(work: (connection: object) => Promise<Result>): typeof work {
    return async (connection) => {
      try {
        return await work(connection)
      } finally {
        // If it fails, Knex closes the connection.
        await this.#restored?.catch(() => undefined)
      }
    }
  }
}

const ENDS = new Set(['COMMIT;', 'ROLLBACK'])

/**
 * Represents the connection of a transaction that takes one and begins with its first statement. Until then SQLite's only writer serves
 * others, whatever the handler waits for.
 */
export class LateConnection<Connection extends SqliteConnection> {
  readonly #client: TransactionClient<Connection>
  #begun: Promise<Connection> | undefined
  #isOver = false
  /** Undefined until the connection is taken. */
  taken: Connection | undefined

  constructor(client: TransactionClient<Connection>) {
    this.#client = client
  }

  /** Returns the connection for a statement. Undefined if the statement ends a transaction that never began. */
  async connectionFor(sql: string): Promise<Connection | undefined> {
    const isNeeded = sql === 'ROLLBACK' ? this.taken !== undefined : this.#begun !== undefined
    if (ENDS.has(sql) && !isNeeded) return undefined
    this.#begun ??= this.#begin()
    return this.#begun
  }

  /** Returns the connection to the pool once its statements have ended. If it has not arrived yet, it is returned on arrival. */
  end(): void {
    this.#isOver = true
    this.#giveBack()
  }

  async #begin(): Promise<Connection> {
    const connection = await this.#client.acquireConnection()
    this.taken = connection
    try {
      if (this.#isOver) throw transactionOver()
      connection.undone = undefined
      await this.#client.execute(connection, { sql: this.#client.connectionSettings.begin })
      return connection
    } catch (error) {
      this.#giveBack()
      throw error
    }
  }

  #giveBack(): void {
    const connection = this.taken
    this.taken = undefined
    if (connection === undefined) return
    const release = () => void this.#client.releaseConnection(connection)
    // Knex waits only 5 s for a ROLLBACK.
    if (connection.underWay === undefined) release()
    else void connection.underWay.then(release)
  }
}
