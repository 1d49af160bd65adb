import { DatabaseSync } from '@photostructure/sqlite'
import KnexSqlite from 'knex/lib/dialects/sqlite3/index.js'

/** @typedef {import('@photostructure/sqlite').DatabaseSyncInstance} Connection */

/** The minimum for reading with the prebuilt driver, written like Knex's own dialect for better-sqlite3. */
export class PrebuiltDialect extends KnexSqlite {
  /** @override */
  _driver() {
    return DatabaseSync
  }

  /** @override */
  async acquireRawConnection() {
    const { filename } = /** @type {{ filename: string }} */ (this.connectionSettings)
    return new DatabaseSync(filename)
  }

  /**
   * @override
   * @param {Connection} connection
   */
  async destroyRawConnection(connection) {
    connection.close()
  }

  /**
   * @override
   * @param {Connection} connection
   * @param {{ sql: string, bindings?: unknown[], response?: unknown }} query
   */
  async _query(connection, query) {
    query.response = connection.prepare(query.sql).all(...(query.bindings ?? []))
    return query
  }
}
