import { silentLogger } from '../log/index.ts'
import type { Logger } from '../log/index.ts'
import { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'
import type { SqliteDriverName } from './sqlite-driver.ts'

export interface OpenDatabaseOptions {
  /** Where SQLite has its file; not looked at with a `url`. */
  dataDir: string
  /** `postgres://…`; without it SQLite is used. */
  url?: string
  /** Default: `sqlite3` where its binary is there, else the prebuilt driver. */
  sqlite?: SqliteDriverName
  log?: Logger
}

/**
 * Opens the host's database and says in the log which driver it is.
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

/** pg is loaded only where it is used. */
async function openServer(url: string, log: Logger) {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ url, log })
}
