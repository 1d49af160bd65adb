import { createRequire } from 'node:module'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { StatementSyncInstance, DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteQuery } from './sqlite-dialect.ts'
import { SqliteDialect, changesOnly } from './sqlite-dialect.ts'
import { sqliteErrorCode, SQLITE } from './sqlite-error-code.ts'
import type { SqliteSettings } from './sqlite-settings.ts'
import type { SqliteConnection } from './sqlite-transaction.ts'
import { StatementCache } from './sqlite-statements.ts'

type Row = Record<string, unknown>

/**
 * A statement of the prebuilt driver that returns rows as sqlite3 does: ordinary objects instead of objects without a prototype, and Buffer
 * instead of Uint8Array. Building rows from arrays is also a third faster than the driver's own objects.
 */
class PreparedStatement {
  readonly #statement: StatementSyncInstance
  readonly #names: readonly string[]
  /** Whether the SQL contains `*`: another connection's ALTER TABLE may then change the columns of the prepared statement. */
  readonly #changing: boolean

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement
    this.#names = statement.columns().map((column) => column.name)
    this.#changing = statement.sourceSQL.includes('*')
    statement.setReturnArrays(!this.#changing)
  }

  rows(bindings: readonly unknown[]): Row[] {
    if (this.#names.length === 0) return this.#withoutRows(bindings)
    const answer: unknown[] = this.#statement.all(...bindings)
    if (this.#changing) return (answer as Row[]).map((row) => toRow(Object.keys(row), Object.values(row)))
    return (answer as unknown[][]).map((values) => toRow(this.#names, values))
  }

  run(bindings: readonly unknown[]): { lastID: number; changes: number } {
    const { lastInsertRowid, changes } = this.#statement.run(...bindings)
    return { lastID: Number(lastInsertRowid), changes }
  }

  #withoutRows(bindings: readonly unknown[]): [] {
    this.#statement.run(...bindings)
    return []
  }
}

function toRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index++) row[names[index] as string] = toValue(values[index])
  return row
}

function toValue(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

interface Driver {
  DatabaseSync: new (filename: string) => DatabaseSyncInstance
}
interface PrebuiltConnection extends SqliteConnection {
  readonly handle: DatabaseSyncInstance
  readonly statements: StatementCache<PreparedStatement>
}

/** Milliseconds between retries while the file is locked. */
const BETWEEN_TRIES = 20
/** Milliseconds for which statements may run before the rest of the process gets a turn. */
const LONGEST_TURN = 10
let turnBegan = 0
const require = createRequire(import.meta.url)

/**
 * The driver `@photostructure/sqlite`, whose binary comes with the package. It is synchronous, so SQLite's own busy handler would
 * block the whole host; a statement that finds the file locked is retried here instead. Because its promises are already fulfilled, a
 * loop of a thousand inserts would let no timer or request run, so it yields from time to time.
 */
export class PrebuiltDialect extends SqliteDialect<PrebuiltConnection> {
  declare driver: Driver

  override _driver(): unknown {
    return require('@photostructure/sqlite')
  }

  override async open({ filename }: SqliteSettings): Promise<PrebuiltConnection> {
    // Closing the handle frees its statements.
    return { handle: new this.driver.DatabaseSync(filename), statements: new StatementCache(() => undefined) }
  }

  override async destroyRawConnection({ handle, statements }: PrebuiltConnection): Promise<void> {
    statements.clear()
    handle.close()
  }

  /** The driver is synchronous, so no statement can be running at this point. */
  override async interrupt(): Promise<void> {}

  /** Most statements run at once, without a promise. */
  override execute(connection: PrebuiltConnection, query: SqliteQuery): SqliteQuery | Promise<SqliteQuery> {
    const { waitLimit } = this.connectionSettings
    const runNow = () => runOrWait(connection, query, waitLimit)
    return performance.now() - turnBegan > LONGEST_TURN ? takeTurn().then(runNow) : runNow()
  }
}

/** @param patience milliseconds for which a locked file is retried */
function runOrWait(
  connection: PrebuiltConnection,
  query: SqliteQuery,
  patience: number,
): SqliteQuery | Promise<SqliteQuery> {
  try {
    return run(connection, query)
  } catch (error) {
    if (sqliteErrorCode(error) !== SQLITE.BUSY || patience <= 0) throw error
    return pause(BETWEEN_TRIES).then(() => runOrWait(connection, query, patience - BETWEEN_TRIES))
  }
}

async function takeTurn(): Promise<void> {
  await turn()
  turnBegan = performance.now()
}

function run(connection: PrebuiltConnection, query: SqliteQuery): SqliteQuery {
  const statement = prepared(connection, query.sql)
  if (changesOnly(query)) query.context = statement.run(query.bindings ?? [])
  else query.response = statement.rows(query.bindings ?? [])
  return query
}

function prepared({ handle, statements }: PrebuiltConnection, sql: string): PreparedStatement {
  const known = statements.get(sql)
  if (known) return known
  const statement = new PreparedStatement(handle.prepare(sql))
  statements.keep(sql, statement)
  return statement
}
