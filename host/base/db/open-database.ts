import { AsyncLocalStorage } from 'node:async_hooks'
import { silentLogger } from '../log/index.ts'
import type { HostLogger } from '../log/index.ts'
import { Database } from './database.ts'
import type { Scopes } from './transaction-scope.ts'
import { openSqlite } from './sqlite.ts'
import type { SqliteDriverName } from './sqlite-driver.ts'

/** Which database to open. */
export interface OpenDatabaseOptions {
  /** The directory of the SQLite file. Ignored if there is a `url`. */
  dataDir: string
  /** `postgres://…`. Default: SQLite. */
  url?: string
  /** Default: `sqlite3` if its binary is installed, otherwise the prebuilt driver. */
  sqlite?: SqliteDriverName
  /** Milliseconds that a transaction or a statement of a plugin may take, unless its handler has a limit of its own. Default 10 s. */
  limit?: number
  log?: HostLogger
}

const LIMIT = 10_000

/**
 * Opens the host's database and logs which driver is used.
 * @throws DatabaseError `database_in_use`, `database_unavailable`, `driver_missing`
 */
export async function openDatabase({
  dataDir,
  url,
  sqlite,
  limit = LIMIT,
  log = silentLogger,
}: OpenDatabaseOptions): Promise<Database> {
  const connections = url ? await openServer(url, log) : await openSqlite({ dataDir, sqlite, log })
  log.info('database opened', { dialect: connections.dialect, driver: connections.driver })
  const scopes: Scopes = new AsyncLocalStorage()
  return new Database(connections, { log, scopes, limit })
}

/** Loads pg only if it is used. */
async function openServer(url: string, log: HostLogger) {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ url, log })
}
