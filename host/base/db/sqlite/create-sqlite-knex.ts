import knex from 'knex'
import type { Knex } from 'knex'
import type { Logger } from '../../log/index.ts'
import { knexLog } from '../knex-log.ts'
import { WAIT_LIMIT } from '../wait-limit.ts'
import type { SqliteDriver } from './find-sqlite-driver.ts'
import type { SqliteSettings } from './sqlite-settings.ts'

/** A Knex of its own for one kind of connection to one file. Connections are opened when first needed. */
export function createSqliteKnex(
  driver: SqliteDriver,
  settings: SqliteSettings,
  { connections, log }: { connections: number; log: Logger },
): Knex {
  return knex({
    client: driver.dialect as unknown as typeof Knex.Client,
    connection: settings as unknown as Knex.Sqlite3ConnectionConfig,
    pool: { min: 1, max: connections },
    acquireConnectionTimeout: WAIT_LIMIT,
    useNullAsDefault: true,
    compileSqlOnError: false,
    log: knexLog(log),
  })
}
