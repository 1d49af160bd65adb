import type { HostOptions } from '../../base/config/index.ts'
import { migrate, openDatabase } from '../../base/db/index.ts'
import type { Database } from '../../base/db/index.ts'
import { pluginMigrations } from '../../plugins/supervise/decisions/desired-plugins.ts'
import { explainInUse } from './explain-in-use.ts'

/**
 * Opens the database that no host has open, does something with it, and closes it.
 * @throws CommandFailed `host_not_found` where a host has it open after all; DatabaseError
 */
export async function withStoredDatabase<Result>(
  { dataDir, databaseUrl, sqlite }: HostOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    dataDir,
    sqlite,
    ...(databaseUrl !== undefined && { url: databaseUrl }),
  }).catch(explainInUse(dataDir))
  try {
    await migrate({ database, owner: 'platform', migrations: pluginMigrations })
    return await work(database)
  } finally {
    await database.close()
  }
}
