import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'
import type { Connections, Locks } from './connections.ts'
import { classifyDatabaseError } from './classify-database-error.ts'
import { DatabaseError, type DatabaseProblemKind, LockBusy } from './database-error.ts'
import { holdHostLock } from './host-lock.ts'
import { closeKnex, WAIT_LIMIT } from './knex-connections.ts'
import { keepPrivate } from './private-file.ts'
import { interruptSqlite } from './sqlite-dialect.ts'
import { createSqliteKnex, findSqliteDriver, type SqliteDriverName } from './sqlite-driver.ts'
import { readerSettings, type SqliteSync, writerSettings } from './sqlite-settings.ts'
import { settleRestore } from './swap-in.ts'
import type { TransactionScope } from './transaction-scope.ts'

/** Locks within one process. That suffices, because only one host uses a SQLite file. */
class ProcessLocks implements Locks {
  /** With one writer, BEGIN waits for the lock's holder, so a lock taken after BEGIN would never be found held. */
  readonly beforeBegin = true
  readonly #holders = new Map<string, TransactionScope>()

  async take(key: string, scope: TransactionScope): Promise<void> {
    const holder = this.#holders.get(key)
    if (holder === scope.outermost) return
    if (holder) throw new LockBusy(key)
    this.#holders.set(key, scope.outermost)
    scope.outermost.atEnd(() => this.#holders.delete(key))
  }
}

/** Threads of libuv, in which sqlite3 runs. Node has four; `host/launch/threads.cjs` sets more. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * They run in parallel only on sqlite3, where four threads are left for the writer, the platform, files and passwords. On the prebuilt
 * driver, a reader in a transaction at least does not block the others.
 */
const READERS = Math.min(Math.max(THREADS - 4, 4), 8)
/** Lets the platform read while plugins use all other connections. */
const RESERVED = 1

/** Which SQLite file to open. */
export interface SqliteOptions {
  readonly dataDir: string
  readonly sqlite?: SqliteDriverName | undefined
  /** Default `full`. */
  readonly sync?: SqliteSync | undefined
  readonly log: HostLogger
  /** When a statement that begins now, outside of transactions, has to end, by `performance.now()`. */
  readonly endsAt: () => number
}

/** Opens `<dataDir>/atrium.sqlite` with one writer and readers that never wait for it. Creates directory and file if missing. */
export async function openSqlite(options: SqliteOptions): Promise<Connections> {
  const { dataDir, log, endsAt, sync = 'full' } = options
  const driver = findSqliteDriver(options.sqlite)
  const unlock = await holdHostLock(dataDir, driver, { log })
  await settleRestore(dataDir)
  const filename = join(dataDir, 'atrium.sqlite')
  const writer = createSqliteKnex(driver, { ...writerSettings(filename, sync), endsAt }, { connections: 1, log })
  const reader = createSqliteKnex(
    driver,
    { ...readerSettings(filename), endsAt },
    { connections: READERS + RESERVED, log },
  )
  const close = async () => {
    await closeKnex(reader, { log })
    await closeKnex(writer, { log })
    await unlock()
  }
  try {
    await keepPrivate(filename)
    // New ones get the mode of the file itself.
    for (const beside of ['-wal', '-shm']) await chmod(filename + beside, 0o600).catch(() => undefined)
    await writer.raw('select 1')
    const ping = await createPing(reader, filename)
    const locks = new ProcessLocks()
    const shared = { locks, interrupt: interruptSqlite, reserved: RESERVED, ping, close }
    return { dialect: 'sqlite', driver: driver.name, writer, reader, readOnly: reader, ...shared }
  } catch (error) {
    await close()
    throw unusable(filename, error)
  }
}

/** An open file stays usable after its deletion, so the ping also checks that the path still names the same file. */
async function createPing(reader: Knex, filename: string): Promise<() => Promise<void>> {
  const { ino } = await stat(filename)
  return async () => {
    const found = await stat(filename).catch(() => undefined)
    if (found?.ino !== ino) throw fileGone(filename)
    await reader.raw('select count(*) from sqlite_master').timeout(WAIT_LIMIT)
  }
}

function unusable(filename: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const advice = ADVICE[classifyDatabaseError(cause)?.kind ?? 'unavailable']
  return new DatabaseError(
    'database_unavailable',
    `The database file [${filename}] cannot be used: ${reason}. ${advice ?? 'Check that the host may write to it and its directory.'}`,
    { cause },
  )
}

const ADVICE: Partial<Record<DatabaseProblemKind, string>> = {
  corrupt: 'It is damaged, or no database of SQLite. Keep a copy of it and restore a backup (`atrium restore`).',
  full: 'Free some space on its disk.',
}

function fileGone(filename: string): DatabaseError {
  return new DatabaseError(
    'database_unavailable',
    `The database file [${filename}] was removed or replaced while the host was running. Stop the host, restore the file, and start the host again.`,
  )
}
