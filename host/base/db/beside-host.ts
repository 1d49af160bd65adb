import type { Knex } from 'knex'
import { silentLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'
import { knexLog } from './knex-connections.ts'
import type { SqliteDriverName } from './sqlite-driver.ts'

// Connections for tools that run beside a host or instead of one. They have no time limits. Knex and the drivers are loaded when needed.

/** Milliseconds to wait for a lock on the file. */
const PATIENCE = 30_000

interface DriverOptions {
  readonly sqlite?: SqliteDriverName | undefined
}

/** Runs work on an SQLite file with a separate connection, even beside a running host, which does not wait for work that only reads. */
export async function withSqliteFile<Result>(
  filename: string,
  { sqlite }: DriverOptions,
  work: (knex: Knex) => Promise<Result>,
): Promise<Result> {
  const { createSqliteKnex, findSqliteDriver } = await import('./sqlite-driver.ts')
  const settings = { filename, pragmas: [`busy_timeout = ${PATIENCE}`], begin: 'BEGIN', waitLimit: PATIENCE } as const
  const knex = createSqliteKnex(findSqliteDriver(sqlite), settings, { connections: 1, log: silentLogger })
  try {
    return await work(knex)
  } finally {
    await knex.destroy()
  }
}

/** Runs work with a connection to PostgreSQL. */
export async function withPostgres<Result>(url: string, work: (knex: Knex) => Promise<Result>): Promise<Result> {
  const { default: createKnex } = await import('knex')
  const connection = { connectionString: url, application_name: 'atrium tool' }
  const knex = createKnex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: knexLog(silentLogger) })
  try {
    return await work(knex)
  } finally {
    await knex.destroy()
  }
}

/**
 * Runs work while no host can open the SQLite file of the data directory. Creates the directory if it is missing.
 * @throws DatabaseError `database_in_use`
 */
export async function withoutHost<Result>(
  dataDir: string,
  { sqlite }: DriverOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { findSqliteDriver } = await import('./sqlite-driver.ts')
  const { holdHostLock } = await import('./host-lock.ts')
  const unlock = await holdHostLock(dataDir, findSqliteDriver(sqlite), { log: silentLogger }).catch(
    (error: unknown) => {
      throw error instanceof DatabaseError && error.code === 'database_in_use' ? hostRuns(dataDir, error) : error
    },
  )
  try {
    return await work()
  } finally {
    await unlock()
  }
}

/** The lock's own message advises a second host, for example to use PostgreSQL. */
function hostRuns(dataDir: string, cause: DatabaseError): DatabaseError {
  const message = `A host is running on the data directory [${dataDir}]. Stop it first, or set ATRIUM_DATA_DIR to another directory.`
  return new DatabaseError('database_in_use', message, { cause })
}
