import { createRequire } from 'node:module'
import knex from 'knex'
import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'
import { knexLog, WAIT_LIMIT } from './knex-connections.ts'
import { PrebuiltDialect } from './prebuilt-dialect.ts'
import type { SqliteSettings } from './sqlite-settings.ts'
import { Sqlite3Dialect } from './sqlite3-dialect.ts'

/** The values of `ATRIUM_SQLITE`. */
export type SqliteDriverName = 'sqlite3' | 'prebuilt'

/** A SQLite driver that can be loaded, and its Knex dialect. */
export interface SqliteDriver {
  readonly name: SqliteDriverName
  readonly dialect: typeof Sqlite3Dialect | typeof PrebuiltDialect
}

const PACKAGES = { sqlite3: 'sqlite3', prebuilt: '@photostructure/sqlite' } as const
const DIALECTS = { sqlite3: Sqlite3Dialect, prebuilt: PrebuiltDialect } as const
const require = createRequire(import.meta.url)

/**
 * Returns the requested driver. Default: `sqlite3` if it can be loaded, otherwise the prebuilt one.
 * @throws DatabaseError `driver_missing`
 */
export function findSqliteDriver(wanted?: SqliteDriverName): SqliteDriver {
  const failures: unknown[] = []
  for (const name of wanted ? [wanted] : (['sqlite3', 'prebuilt'] as const)) {
    try {
      require(PACKAGES[name])
      return { name, dialect: DIALECTS[name] }
    } catch (error) {
      failures.push(error)
    }
  }
  throw missing(wanted, failures)
}

function missing(wanted: SqliteDriverName | undefined, failures: unknown[]): DatabaseError {
  const what = wanted ? `The SQLite driver [${PACKAGES[wanted]}] cannot be loaded` : 'No SQLite driver can be loaded'
  const next = wanted
    ? 'Install it, or unset ATRIUM_SQLITE to use whichever driver is installed.'
    : 'Run npm install again, or set DATABASE_URL.'
  return new DatabaseError('driver_missing', `${what}. ${next}`, { cause: new AggregateError(failures) })
}

/** Makes a Knex instance for one kind of connection to one file. Connections are opened when first needed. */
export function createSqliteKnex(
  driver: SqliteDriver,
  settings: SqliteSettings,
  { connections, log }: { connections: number; log: HostLogger },
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
