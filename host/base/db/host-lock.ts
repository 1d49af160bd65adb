import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'
import { sqliteErrorCode, SQLITE } from './sqlite-error-code.ts'
import { createSqliteKnex, type SqliteDriver } from './sqlite-driver.ts'
import { keepPrivate } from './private-file.ts'
import { hostLockSettings } from './sqlite-settings.ts'

/**
 * Keeps other hosts off the data directory until the returned function is called or the process ends for any reason. An open
 * transaction on the database `host.lock` holds a lock of the operating system.
 * @throws DatabaseError `database_in_use`, or `database_unavailable` if the directory is not writable
 */
export async function holdHostLock(
  dataDir: string,
  driver: SqliteDriver,
  { log }: { log: HostLogger },
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(dataDir, error)
  })
  const file = join(dataDir, 'host.lock')
  await keepPrivate(file)
  const knex = createSqliteKnex(driver, hostLockSettings(file), { connections: 1, log })
  try {
    const transaction = await knex.transaction()
    return async () => {
      await transaction.rollback()
      await knex.destroy()
    }
  } catch (error) {
    await knex.destroy()
    throw sqliteErrorCode(error) === SQLITE.BUSY ? inUse(dataDir, error) : unusable(dataDir, error)
  }
}

function inUse(dataDir: string, cause: unknown): DatabaseError {
  return new DatabaseError(
    'database_in_use',
    `Another host is running on the data directory [${dataDir}]. Stop it, set ATRIUM_DATA_DIR to another directory for this one, ` +
      'or let both use PostgreSQL through DATABASE_URL.',
    { cause },
  )
}

function unusable(dataDir: string, cause: unknown): DatabaseError {
  const isFull = sqliteErrorCode(cause) === SQLITE.FULL || (cause as NodeJS.ErrnoException).code === 'ENOSPC'
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = isFull
    ? `The disk of the data directory [${dataDir}] is full. Free some space on it, or move the directory and set ATRIUM_DATA_DIR.`
    : `The data directory [${dataDir}] cannot be used: ${reason}. Make it writable for the host, or set ATRIUM_DATA_DIR to another directory.`
  return new DatabaseError('database_unavailable', message, { cause })
}
