import { AsyncLocalStorage } from 'node:async_hooks'
import { silentLogger } from '../log/index.ts'
import type { HostLogger } from '../log/index.ts'
import { Database } from './database.ts'
import type { Scopes } from './transaction-scope.ts'
import type { Connections } from './connections.ts'
import { LONGEST, WAIT_LIMIT } from './knex-connections.ts'
import type { PostgresOptions } from './postgres.ts'
import type { SqliteOptions } from './sqlite.ts'
import { shareConnections, type ShareOptions } from './share-connections.ts'
import type { SqliteDriverName } from './sqlite-driver.ts'
import type { SqliteSync } from './sqlite-settings.ts'

/** Which database to open. */
export interface OpenDatabaseOptions {
  /** The directory of the SQLite file. Ignored if there is a `url`. */
  dataDir: string
  /** `postgres://…`. Default: SQLite. */
  url?: string
  /** Default: `sqlite3` if its binary is installed, otherwise the prebuilt driver. */
  sqlite?: SqliteDriverName
  /** When SQLite waits for the disk. Default `full`: at every commit. */
  sync?: SqliteSync
  /**
   * Milliseconds that a transaction or a statement of a plugin may take, unless its handler has its own limit. Infinity: statements have
   * none. Default 10 s.
   */
  limit?: number
  /**
   * Milliseconds for which a plugin's transaction on SQLite may be idle while others wait for the only writer; it is then rolled back.
   * Needs `ownerOf`. Default 2 s.
   */
  idleLimit?: number
  /** Milliseconds after which a migration of a plugin may begin no further statement. Default 15 minutes. */
  migrationLimit?: number
  /**
   * Returns the current owner; undefined: the platform itself. If given, nobody can take all connections: one owner gets at most half of
   * them, and the platform is served first. Default: connections are lent in order of request.
   */
  ownerOf?: () => string | undefined
  /** Milliseconds to wait for a first connection to a server that has none left or is starting. Default: half a minute. */
  patience?: number
  log?: HostLogger
}

const LIMIT = 10_000
const IDLE_LIMIT = 2_000
const MIGRATION_LIMIT = 900_000

/**
 * Opens the host's database and logs which driver is used.
 * @throws DatabaseError `database_in_use`, `database_unavailable`, `driver_missing`
 */
export async function openDatabase({
  dataDir,
  url,
  sqlite,
  sync,
  limit = LIMIT,
  idleLimit = IDLE_LIMIT,
  migrationLimit = MIGRATION_LIMIT,
  ownerOf,
  patience,
  log = silentLogger,
}: OpenDatabaseOptions): Promise<Database> {
  const scopes: Scopes = new AsyncLocalStorage()
  const finite = Math.min(limit, LONGEST)
  const endsAt = () => {
    const { work } = scopes.getStore() ?? {}
    if (work?.isOver === true) throw work.refusal()
    return work === undefined || work.endsAt === Infinity ? performance.now() + limit : work.endsAt
  }
  const connections = url
    ? await openServer({ url, log, limit: finite, endsAt, patience })
    : await openFile({ dataDir, sqlite, sync, log, endsAt })
  log.info('database opened', { dialect: connections.dialect, driver: connections.driver })
  if (ownerOf !== undefined) share(connections, { ownerOf, scopes, patience: finite + WAIT_LIMIT })
  return new Database(connections, { log, scopes, limit: finite, idleLimit, migrationLimit })
}

interface SharedOptions extends Omit<ShareOptions, 'reserved'> {
  readonly scopes: Scopes
}

/** The platform waits for SQLite's writer as long as a plugin may use it. */
function share({ writer, reader, reserved }: Connections, { ownerOf, scopes, patience }: SharedOptions): void {
  if (reader !== writer) {
    shareConnections(writer, { ownerOf, patience, reserved: 0 })
    return shareConnections(reader, { ownerOf, patience, reserved })
  }
  // A transaction may wait for a read outside of it, so the reads of a caller do not wait for the same caller's transactions.
  const kindOfOwner = () => {
    const owner = ownerOf()
    const scope = scopes.getStore()
    return owner !== undefined && scope !== undefined && 'on' in scope && scope.on === 'reader'
      ? `${owner} reads`
      : owner
  }
  shareConnections(writer, { ownerOf: kindOfOwner, patience, reserved })
}

/** Loads Knex's dialect and the drivers only if they are used: a command that opens no database starts in half the time. */
async function openFile(options: SqliteOptions): Promise<Connections> {
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(options)
}

/** Loads pg only if it is used. */
async function openServer(options: PostgresOptions): Promise<Connections> {
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(options)
}
