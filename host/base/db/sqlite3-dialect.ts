import { createRequire } from 'node:module'
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
  /** Calls back when no statement is under way. */
  wait(done: () => void): void
  close(done: Callback): void
}
interface Driver {
  Database: new (filename: string, done: Callback) => Handle
}
interface Sqlite3Connection extends SqliteConnection {
  readonly handle: Handle
  readonly statements: StatementCache<Statement>
}

/** Milliseconds. */
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
    return { handle, statements: new StatementCache((statement) => statement.finalize()) }
  }

  override async destroyRawConnection({ handle, statements }: Sqlite3Connection): Promise<void> {
    statements.clear()
    await new Promise<void>((resolve, reject) => handle.close((error) => (error ? reject(error) : resolve())))
  }

  override async interrupt({ handle }: Sqlite3Connection): Promise<void> {
    // Repeated, because it has no effect on a statement that waits for a thread.
    const again = setInterval(() => handle.interrupt(), BETWEEN_INTERRUPTS)
    handle.interrupt()
    await new Promise<void>((resolve) => handle.wait(resolve))
    clearInterval(again)
  }

  override async execute(connection: Sqlite3Connection, query: SqliteQuery, timeLeft?: number): Promise<SqliteQuery> {
    const { handle, statements } = connection
    const timer = timeLeft === undefined ? undefined : setTimeout(() => void this.interrupt(connection), timeLeft)
    const known = statements.get(query.sql)
    let statement = known
    try {
      statement ??= await prepare(handle, query.sql)
      return await (changesOnly(query) ? runForChanges(statement, query) : runForRows(statement, query))
    } finally {
      clearTimeout(timer)
      if (!known && statement) statements.keep(query.sql, statement)
    }
  }
}

function prepare(handle: Handle, sql: string): Promise<Statement> {
  return new Promise((resolve, reject) => {
    const statement = handle.prepare(sql, (error) => (error ? reject(error) : resolve(statement)))
  })
}

function runForRows(statement: Statement, query: SqliteQuery): Promise<SqliteQuery> {
  return new Promise((resolve, reject) => {
    statement.all(query.bindings ?? [], (error, rows) => {
      if (error) return reject(error)
      query.response = rows
      resolve(query)
    })
  })
}

function runForChanges(statement: Statement, query: SqliteQuery): Promise<SqliteQuery> {
  return new Promise((resolve, reject) => {
    statement.run(query.bindings ?? [], function (error) {
      if (error) return reject(error)
      // Copied, because `this` is the statement and its next run overwrites both.
      query.context = { lastID: this.lastID, changes: this.changes }
      resolve(query)
    })
  })
}
