import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { deadlines } from '../lifetime/index.ts'
import type { SqliteQuery } from './sqlite-dialect.ts'
import { SqliteDialect, changesOnly } from './sqlite-dialect.ts'
import type { SqliteSettings } from './sqlite-settings.ts'
import type { SqliteConnection } from './sqlite-transaction.ts'
import { StatementCache } from './sqlite-statements.ts'

type Callback<Result = void> = (error: Error | null, result: Result) => void

// The package is optional, so its own types may be missing when the host is built.
interface Statement {
  all(bindings: readonly unknown[], done: Callback<unknown[]>): void
  run(
    bindings: readonly unknown[],
    done: (this: { lastID: number; changes: number }, error: Error | null) => void,
  ): void
  finalize(): void
}
interface Handle {
  configure(option: 'busyTimeout', milliseconds: number): void
  prepare(sql: string, done: Callback): Statement
  /** Makes the statements under way fail with SQLITE_INTERRUPT. */
  interrupt(): void
  close(done: Callback): void
}
interface Driver {
  Database: new (filename: string, done: Callback) => Handle
}
interface PreparedStatement {
  readonly statement: Statement
  readonly rows: (bindings: readonly unknown[]) => Promise<unknown[]>
}
interface Sqlite3Connection extends SqliteConnection {
  readonly handle: Handle
  readonly statements: StatementCache<PreparedStatement>
}

/** Milliseconds between two interrupts. */
const BETWEEN_INTERRUPTS = 50

const require = createRequire(import.meta.url)

/** The driver `sqlite3`, which runs in libuv's threads. */
export class Sqlite3Dialect extends SqliteDialect<Sqlite3Connection> {
  declare driver: Driver

  override _driver(): unknown {
    return require('sqlite3')
  }

  override async open({ filename, waitLimit }: SqliteSettings): Promise<Sqlite3Connection> {
    const handle = await new Promise<Handle>((resolve, reject) => {
      const opened = new this.driver.Database(filename, (error) => (error ? reject(error) : resolve(opened)))
    })
    handle.configure('busyTimeout', waitLimit)
    return { handle, statements: new StatementCache(({ statement }) => statement.finalize()) }
  }

  override async destroyRawConnection({ handle, statements }: Sqlite3Connection): Promise<void> {
    statements.clear()
    await new Promise<void>((resolve, reject) => handle.close((error) => (error ? reject(error) : resolve())))
  }

  override async interrupt({ handle, underWay }: Sqlite3Connection): Promise<void> {
    if (underWay === undefined) return
    const stop = keepInterrupting(handle)
    await underWay
    stop()
  }

  override async execute(connection: Sqlite3Connection, query: SqliteQuery, endsAt = Infinity): Promise<SqliteQuery> {
    const { handle, statements } = connection
    let stop: (() => void) | undefined
    const onLate = () => void (stop = keepInterrupting(handle))
    const limited = endsAt === Infinity ? undefined : { endsAt, onLate }
    if (limited) deadlines.add(limited)
    const known = statements.get(query.sql)
    let prepared = known
    try {
      prepared ??= await prepare(handle, query.sql)
      if (query.method !== 'select' && changesOnly(query)) await runForChanges(prepared.statement, query)
      else query.response = await prepared.rows(query.bindings ?? [])
      return query
    } finally {
      deadlines.delete(limited)
      stop?.()
      if (!known && prepared) statements.keep(query.sql, prepared)
    }
  }
}

/**
 * Interrupts the statements of a connection, again and again, because an interrupt has no effect on one that is being prepared or waits for
 * a thread. Returns the function that ends it.
 */
function keepInterrupting(handle: Handle): () => void {
  const again = setInterval(() => interruptOpen(handle), BETWEEN_INTERRUPTS)
  interruptOpen(handle)
  return () => clearInterval(again)
}

/** A connection that is being closed refuses it, and its statements have ended by then. Within a timer the error would end the host. */
function interruptOpen(handle: Handle): void {
  try {
    handle.interrupt()
  } catch {
    return
  }
}

async function prepare(handle: Handle, sql: string): Promise<PreparedStatement> {
  const statement = await new Promise<Statement>((resolve, reject) => {
    const made = handle.prepare(sql, (error) => (error ? reject(error) : resolve(made)))
  })
  return { statement, rows: promisify(statement.all).bind(statement) }
}

function runForChanges(statement: Statement, query: SqliteQuery): Promise<void> {
  return new Promise((resolve, reject) => {
    statement.run(query.bindings ?? [], function (error) {
      if (error) return reject(error)
      // Copied, because `this` is the statement and its next run overwrites both.
      query.context = { lastID: this.lastID, changes: this.changes }
      resolve()
    })
  })
}
