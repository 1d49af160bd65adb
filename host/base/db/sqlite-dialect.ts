import type { Knex } from 'knex'
import KnexSqlite from 'knex/lib/dialects/sqlite3/index.js'
import { Runner } from './late-refusal.ts'
import { sqliteErrorCode, SQLITE } from './sqlite-error-code.ts'
import type { SqliteSettings } from './sqlite-settings.ts'
import { inTurn, LateConnection, type SqliteConnection, SqliteTransaction } from './sqlite-transaction.ts'

/** A statement on its way through Knex, which reads `response` or `context` from it afterwards. */
export interface SqliteQuery {
  sql: string
  bindings?: unknown[]
  method?: string
  returning?: unknown
  /** `keeps_count`: its answer depends only on the database. */
  options?: { readonly keeps_count?: boolean }
  response?: unknown[]
  context?: { lastID: number; changes: number }
}

/** Whether Knex expects the number of changes instead of rows. */
export function changesOnly({ method, returning }: SqliteQuery): boolean {
  if (method === 'del' || method === 'counter') return true
  return (method === 'insert' || method === 'update') && !returning
}

/** The parts of a pool of the library tarn that lend a connection. */
interface Pool<Connection> {
  readonly destroyed: boolean
  readonly pendingAcquires: readonly object[]
  readonly free: { readonly resource: Connection }[]
  readonly used: object[]
}

/**
 * Converts a value so that both drivers store it in the same way: booleans as 1 and 0, a Date as ISO 8601 text (as JSON and `format:
 * date-time` expect), a BigInt as an integer, plain objects and arrays as JSON.
 */
function toSqliteValue(value: unknown): unknown {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    case 'bigint':
      return fromBigInt(value)
    case 'object':
      return value === null || ArrayBuffer.isView(value) ? value : fromObject(value)
    default:
      return value
  }
}

/** A large one becomes text, which an INTEGER column converts back; only the prebuilt driver could bind it directly. */
function fromBigInt(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function fromObject(value: object): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** The number of counts that a connection caches. */
const MOST_COUNTS = 500

/** https://sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction" */
const UNDOING = new Set<number | undefined>([SQLITE.FULL, SQLITE.IOERR, SQLITE.NOMEM, SQLITE.INTERRUPT])

/** Stops the running statements of a transaction, and refuses those that wait for them. */
export async function interruptSqlite(transaction: Knex.Transaction): Promise<void> {
  const client = transaction.client as SqliteDialect<SqliteConnection>
  const lent = (await client.acquireConnection()) as SqliteConnection | LateConnection<SqliteConnection>
  const connection = lent instanceof LateConnection ? lent.taken : lent
  if (connection === undefined) return
  connection.undone ??= new Error('The statement was stopped, because the time of its transaction is over.')
  await client.interrupt(connection)
}

/**
 * The common part of both SQLite dialects. Has no private fields, because Knex creates a transaction's client without calling the
 * constructor.
 */
export abstract class SqliteDialect<Connection extends SqliteConnection> extends KnexSqlite {
  declare connectionSettings: SqliteSettings

  abstract open(settings: SqliteSettings): Promise<Connection>
  /** Runs a statement. If it is still running at `endsAt`, by `performance.now()`, it is stopped if the driver can. */
  abstract execute(connection: Connection, query: SqliteQuery, endsAt?: number): SqliteQuery | Promise<SqliteQuery>
  /** Stops the running statement of a transaction if the driver can. Resolves when those that were sent until now have ended. */
  abstract interrupt(connection: Connection): Promise<void>

  /**
   * Lends a free connection at once, without a promise. Knex's own pool checks it first, which takes 35 promises and two timers: more than
   * a short statement does. A connection to a file cannot be lost while it is free.
   */
  override acquireConnection(): Promise<Connection> {
    const pool = this.pool as Pool<Connection> | undefined
    const isNext = pool?.pendingAcquires.length === 0 && !pool.destroyed
    const lent = isNext ? pool.free.pop() : undefined
    if (lent === undefined) return super.acquireConnection() as Promise<Connection>
    pool?.used.push(lent)
    // All callers await the connection, including Knex, whose types know only promises.
    return lent.resource as unknown as Promise<Connection>
  }

  override async acquireRawConnection(): Promise<Connection> {
    const connection = await this.open(this.connectionSettings)
    try {
      for (const pragma of this.connectionSettings.pragmas) await this.execute(connection, { sql: `PRAGMA ${pragma}` })
    } catch (error) {
      await this.destroyRawConnection(connection)
      throw error
    }
    return connection
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new SqliteTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  override runner(builder: object): Runner {
    return new Runner(this, builder)
  }

  /**
   * Runs the statements of a transaction one after another. Refuses further ones if SQLite has rolled it back by itself; each would be
   * committed on its own.
   */
  override async _query(lent: Connection | LateConnection<Connection>, query: SqliteQuery): Promise<SqliteQuery> {
    if (!query.sql) throw new Error('The query is empty')
    const connection = lent instanceof LateConnection ? await lent.connectionFor(query.sql) : lent
    if (connection === undefined) return query
    query.bindings = query.bindings?.map(toSqliteValue)
    const end = this.transacting ? await inTurn(connection) : undefined
    // A transaction has a limit as a whole.
    const endsAt = this.transacting ? undefined : this.connectionSettings.endsAt?.()
    const isKept = query.options?.keeps_count === true && this.connectionSettings.onlyReads && !this.transacting
    try {
      if (connection.undone !== undefined && this.transacting && query.sql !== 'ROLLBACK') throw connection.undone
      return await (isKept ? this.count(connection, query, endsAt) : this.execute(connection, query, endsAt))
    } catch (error) {
      if (error instanceof Error && UNDOING.has(sqliteErrorCode(error))) connection.undone = error
      throw error
    } finally {
      end?.()
    }
  }

  /**
   * Returns the previous count on this connection, unless a commit in any process has happened since: SQLite then raises the `data_version`
   * of every other connection.
   */
  async count(connection: Connection, query: SqliteQuery, endsAt?: number): Promise<SqliteQuery> {
    const { response: [row] = [] } = await this.execute(connection, { sql: 'PRAGMA data_version' })
    const { data_version: version } = row as { data_version: unknown }
    const fresh = { version, answers: new Map<string, unknown[]>() }
    const { counted = fresh } = connection
    const isCurrent = counted.version === version && counted.answers.size < MOST_COUNTS
    const { answers } = (connection.counted = isCurrent ? counted : fresh)
    const key = JSON.stringify([query.sql, query.bindings])
    query.response = answers.get(key) ?? (await this.execute(connection, query, endsAt)).response
    // If a commit happened after the version was read, the count is stored under the old version, which is never read again.
    if (query.response) answers.set(key, query.response)
    return query
  }
}
