import type { HostOptions } from '../../config/index.ts'
import { DatabaseError, migrate, openDatabase } from '../../db/index.ts'
import type { Database } from '../../db/index.ts'
import { pluginMigrations } from '../../plugins/desired/plugin-migrations.ts'
import { CommandFailed } from '../command-failed.ts'

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
  }).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.code === 'database_in_use' ? notFound(dataDir, error) : error
  })
  try {
    await migrate({ database, owner: 'platform', migrations: pluginMigrations })
    return await work(database)
  } finally {
    await database.close()
  }
}

/** It is starting just now, or could not write its file. */
const notFound = (dataDir: string, cause: unknown) =>
  new CommandFailed('host_not_found', {
    message: `A host runs on the data directory [${dataDir}], but its host.json does not say where it listens.`,
    fix: 'If it is just starting, try again in a moment; else name it by --url and --token.',
    cause,
  })
