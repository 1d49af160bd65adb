import { silentLogger } from '../log/index.ts'
import type { HostLogger } from '../log/index.ts'
import { Database } from './database.ts'
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
  log?: HostLogger
}

/**
 * Opens the host's database and logs which driver is used.
 * @throws DatabaseError `database_in_use`, `database_unavailable`, `driver_missing`
 */
export async function openDatabase({
  dataDir,
  url,
  sqlite,
  log = silentLogger,
}: OpenDatabaseOptions): Promise<Database> {
  const connections = url ? await openServer(url, log) : await openSqlite({ dataDir, sqlite, log })
  log.info({ dialect: connections.dialect, driver: connections.driver }, 'database opened')
  return new Database(connections, { log })
}

/** Loads pg only if it is used. */
async function openServer(url: string, log: HostLogger) {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ url, log })
}
