import { type HostOptions, packageVersion } from './base/config/index.ts'
import { type Database, DatabaseError, migrate, openDatabase } from './base/db/index.ts'
import type { CleanUp } from './base/lifetime/index.ts'
import type { HostLogger } from './base/log/index.ts'
import { authMigrations } from './core/auth/index.ts'
import { bulkMigrations } from './core/bulk/index.ts'
import { hostMigrations, requireNotOlder } from './core/hosts/index.ts'
import { jobMigrations } from './core/jobs/index.ts'
import { notificationMigrations } from './core/notifications/index.ts'
import { undoMigrations } from './core/undo/index.ts'
import { webhookMigrations } from './core/webhooks/index.ts'
import { operationMigrations, presentOwner, sweepAudit, sweepIdempotency } from './core/operations/index.ts'
import { viewMigrations } from './platform/index.ts'
import { pluginMigrations } from './plugins/index.ts'

interface StorageOptions extends Pick<
  HostOptions,
  | 'dataDir'
  | 'databaseUrl'
  | 'sqlite'
  | 'sqliteSync'
  | 'handlerSeconds'
  | 'idleSeconds'
  | 'migrationSeconds'
  | 'auditDays'
> {
  readonly log: HostLogger
  /** See `StartOptions`. */
  readonly unlimited?: boolean
}

/** The tables of the platform itself. */
export const platformMigrations = [
  authMigrations,
  operationMigrations,
  jobMigrations,
  bulkMigrations,
  hostMigrations,
  undoMigrations,
  webhookMigrations,
  pluginMigrations,
  viewMigrations,
  notificationMigrations,
].flat()

/** Opens the database and applies the platform's own migrations. */
export async function openStorage(options: StorageOptions, closing: CleanUp): Promise<Database> {
  const { log, dataDir, databaseUrl: url, sqlite, sqliteSync: sync } = options
  const { idleSeconds = 2, migrationSeconds = 900 } = options
  const limits = {
    limit: limitOf(options),
    idleLimit: idleSeconds * 1_000,
    migrationLimit: migrationSeconds * 1_000,
  }
  const ownerOf = options.unlimited === true ? undefined : presentOwner
  const database = await openDatabase({ dataDir, url, sqlite, sync, ...limits, ownerOf, log })
  closing.add(() => database.close())
  await requireNotOlder(database, packageVersion)
  await migrate({ database, owner: 'platform', migrations: platformMigrations, log, onUnknown: refuseNewer })
  return database
}

/** The tables of the platform are those of a newer host, which this one would misread. */
function refuseNewer(migrations: readonly string[]): never {
  throw new DatabaseError(
    'database_newer',
    `The database was used by a newer version of Atrium, whose migrations this one does not have: [${migrations.join(', ')}]. Nothing was ` +
      'changed. Start the newer version, or restore a backup that this version has made (atrium restore).',
  )
}

/** Deletes what is kept only for a while: answers for repeated requests, and old rows of the audit log. */
export const sweepRows = async (database: Database, { auditDays: days = 365 }: StorageOptions) =>
  void (await Promise.all([sweepIdempotency(database), sweepAudit(database, { days })]))

/** Milliseconds that handlers, transactions and statements of plugins may take. */
export const limitOf = ({
  handlerSeconds = 10,
  unlimited = false,
}: Pick<StorageOptions, 'handlerSeconds' | 'unlimited'>) => (unlimited ? Infinity : handlerSeconds * 1_000)
