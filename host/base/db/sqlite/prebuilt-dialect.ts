import { createRequire } from 'node:module'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { PreparedStatement } from './prepared-statement.ts'
import { StatementCache } from './statement-cache.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import { sqliteErrorCode } from './sqlite-error-code.ts'
import { SQLITE } from './sqlite-result-codes.ts'
import { changesOnly } from './sqlite-query.ts'
import type { SqliteQuery } from './sqlite-query.ts'
import type { SqliteSettings } from './sqlite-settings.ts'

interface Driver {
  DatabaseSync: new (filename: string) => DatabaseSyncInstance
}
interface PrebuiltConnection extends SqliteConnection {
  readonly handle: DatabaseSyncInstance
  readonly statements: StatementCache<PreparedStatement>
}

const BETWEEN_TRIES = 20
/** Milliseconds that statements may follow one another before everything else in the process gets its turn. */
const LONGEST_TURN = 10
let turnBegan = 0
const require = createRequire(import.meta.url)

/**
 * `@photostructure/sqlite`, whose binary comes with the package. It is synchronous, so SQLite's own busy handler would stop
 * the whole host: a statement that finds the file locked is tried again from here instead. Nor would a loop of a thousand
 * inserts ever let a timer or a request in, because all its promises are fulfilled already.
 */
export class PrebuiltDialect extends SqliteDialect<PrebuiltConnection> {
  declare driver: Driver

  override _driver(): unknown {
    return require('@photostructure/sqlite')
  }

  override async open({ filename }: SqliteSettings): Promise<PrebuiltConnection> {
    // Statements are freed with their handle.
    return { handle: new this.driver.DatabaseSync(filename), statements: new StatementCache(() => undefined) }
  }

  override async destroyRawConnection({ handle, statements }: PrebuiltConnection): Promise<void> {
    statements.clear()
    handle.close()
  }

  override async execute(connection: PrebuiltConnection, query: SqliteQuery): Promise<SqliteQuery> {
    if (performance.now() - turnBegan > LONGEST_TURN) await takeTurn()
    for (let waited = 0; ; waited += BETWEEN_TRIES) {
      try {
        return run(connection, query)
      } catch (error) {
        if (sqliteErrorCode(error) !== SQLITE.BUSY || waited >= this.connectionSettings.waitLimit) throw error
      }
      await pause(BETWEEN_TRIES)
    }
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
