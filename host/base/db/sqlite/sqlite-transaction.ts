import KnexTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import { begun } from '../begun.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteSettings } from './sqlite-settings.ts'

/** Begins as the connection's settings say, where Knex knows only a plain BEGIN. */
export class SqliteTransaction extends KnexTransaction {
  declare readonly client: { connectionSettings: SqliteSettings }

  override begin(connection: SqliteConnection): Promise<unknown> {
    connection.undone = undefined
    return begun(this.query(connection, this.client.connectionSettings.begin))
  }

  override savepoint(connection: SqliteConnection): Promise<unknown> {
    return begun(super.savepoint(connection))
  }
}
