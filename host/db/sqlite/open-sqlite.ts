import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Logger } from '../../log/index.ts'
import type { Connections } from '../connections.ts'
import { DatabaseError } from '../database-error.ts'
import { WAIT_LIMIT } from '../wait-limit.ts'
import { createSqliteKnex } from './create-sqlite-knex.ts'
import { findSqliteDriver } from './find-sqlite-driver.ts'
import type { SqliteDriverName } from './find-sqlite-driver.ts'
import { holdHostLock } from './hold-host-lock.ts'
import { ProcessLocks } from './process-locks.ts'
import { readerSettings, writerSettings } from './sqlite-settings.ts'

/** Readers work at the same time only on sqlite3; on the prebuilt driver more than one keeps them from waiting for an open cursor. */
const READERS = 4

/** Opens `<dataDir>/atrium.sqlite`, making both where they are not there: one writer, and readers that never wait for it. */
export async function openSqlite(options: {
  dataDir: string
  sqlite?: SqliteDriverName
  log: Logger
}): Promise<Connections> {
  const { dataDir, log } = options
  const driver = findSqliteDriver(options.sqlite)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await holdHostLock(dataDir, driver, { log })
  const filename = join(dataDir, 'atrium.sqlite')
  const writer = createSqliteKnex(driver, writerSettings(filename), { connections: 1, log })
  const reader = createSqliteKnex(driver, readerSettings(filename), { connections: READERS, log })
  const close = async () => {
    await reader.destroy()
    await writer.destroy()
    await unlock()
  }
  try {
    await writer.raw('select 1')
    const ping = await createPing(reader, filename)
    return { dialect: 'sqlite', driver: driver.name, writer, reader, locks: new ProcessLocks(), ping, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A deleted file can still be read and written by those who have it open, so the name is looked at too. */
async function createPing(reader: Knex, filename: string): Promise<() => Promise<void>> {
  const { ino } = await stat(filename)
  return async () => {
    const found = await stat(filename).catch(() => undefined)
    if (found?.ino !== ino) throw fileGone(filename)
    await reader.raw('select count(*) from sqlite_master').timeout(WAIT_LIMIT)
  }
}

function fileGone(filename: string): DatabaseError {
  return new DatabaseError(
    'database_unavailable',
    `The database file [${filename}] was removed or replaced while the host is running. Stop the host, put the file back, and start it again.`,
  )
}
