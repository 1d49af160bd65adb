import knex from 'knex'
import type { Knex } from 'knex'
import type { Logger } from '../../log/index.ts'
import { closeKnex } from '../close-knex.ts'
import type { Connections, Signals } from '../connections.ts'
import { DatabaseError } from '../database-error.ts'
import { knexLog } from '../knex-log.ts'
import { WAIT_LIMIT } from '../wait-limit.ts'
import { AdvisoryLocks } from './advisory-locks.ts'
import { listen } from './listen.ts'
import { PostgresDialect } from './postgres-dialect.ts'
import { postgresTypes } from './postgres-types.ts'

const CONNECTIONS = 10

/** Connects to the database of a `postgres://` address. Lost connections are replaced by the next statement that needs one. */
export async function openPostgres({ url, log }: { url: string; log: Logger }): Promise<Connections> {
  const pool = createPostgresKnex(url, log)
  const ping = async () => void (await pool.raw('select 1').timeout(WAIT_LIMIT))
  const close = () => closeKnex(pool, { log })
  try {
    await ping()
  } catch (error) {
    await close()
    throw unreachable(url, error)
  }
  const signals: Signals = {
    notify: async (channel, word) => void (await pool.raw('select pg_notify(?, ?)', [channel, word])),
    listen: (channel, hear) => listen({ url, channel, hear, log }),
  }
  const locks = new AdvisoryLocks()
  return { dialect: 'postgres', driver: 'pg', writer: pool, reader: pool, locks, signals, ping, close }
}

function createPostgresKnex(url: string, log: Logger): Knex {
  return knex({
    client: PostgresDialect,
    connection: {
      connectionString: url,
      application_name: 'atrium',
      connectionTimeoutMillis: WAIT_LIMIT,
      lock_timeout: WAIT_LIMIT,
      keepAlive: true,
      types: postgresTypes,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: CONNECTIONS },
    acquireConnectionTimeout: WAIT_LIMIT,
    compileSqlOnError: false,
    log: knexLog(log),
  })
}

function unreachable(url: string, cause: unknown): DatabaseError {
  const { host, pathname } = new URL(url)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new DatabaseError(
    'database_unavailable',
    `The database [${host}${pathname}] of DATABASE_URL cannot be used: ${reason}. Check that it runs and that user, password and name are right.`,
    { cause },
  )
}
