import type { Knex } from 'knex'
import KnexSqlite from 'knex/lib/dialects/sqlite3/index.js'
import type { SqliteConnection } from './sqlite-connection.ts'
import { sqliteErrorCode } from './sqlite-error-code.ts'
import { SQLITE } from './sqlite-result-codes.ts'
import type { SqliteQuery } from './sqlite-query.ts'
import type { SqliteSettings } from './sqlite-settings.ts'
import { SqliteTransaction } from './sqlite-transaction.ts'
import { toSqliteValue } from './to-sqlite-value.ts'

/** https://sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction" */
const UNDOING = new Set<number | undefined>([SQLITE.FULL, SQLITE.IOERR, SQLITE.NOMEM, SQLITE.INTERRUPT])

/** What both SQLite drivers have in common. A transaction's client is made without the constructor, so there are no private fields here. */
export abstract class SqliteDialect<Connection extends SqliteConnection> extends KnexSqlite {
  declare connectionSettings: SqliteSettings

  abstract open(settings: SqliteSettings): Promise<Connection>
  abstract execute(connection: Connection, query: SqliteQuery): Promise<SqliteQuery>

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

  override prepBindings(bindings: readonly unknown[] | undefined): unknown[] | undefined {
    return bindings?.map(toSqliteValue)
  }

  /** Refuses what would follow in a transaction that SQLite has rolled back by itself: it would be committed on its own. */
  override async _query(connection: Connection, query: SqliteQuery): Promise<SqliteQuery> {
    if (!query.sql) throw new Error('The query is empty')
    if (connection.undone !== undefined && this.transacting && query.sql !== 'ROLLBACK') throw connection.undone
    try {
      return await this.execute(connection, query)
    } catch (error) {
      if (error instanceof Error && UNDOING.has(sqliteErrorCode(error))) connection.undone = error
      throw error
    }
  }
}
