import { setTimeout as pause } from 'node:timers/promises'
import knex from 'knex'
import type { Knex } from 'knex'
import KnexTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js'
import KnexPostgres from 'knex/lib/dialects/postgres/index.js'
import pg from 'pg'
import type { HostLogger } from '../log/index.ts'
import type { Locks, Connections, Signals } from './connections.ts'
import { DatabaseError, LockBusy } from './database-error.ts'
import { begun, WAIT_LIMIT, closeKnex, knexLog } from './knex-connections.ts'
import type { TransactionScope } from './transaction-scope.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184

type Parse = (text: string) => unknown

const PARSERS: Readonly<Record<number, Parse>> = {
  [INT8]: toNumber,
  [DATE]: (text) => text,
  [TIMESTAMP]: (text) => toIsoText(`${text}Z`),
  [TIMESTAMPTZ]: toIsoText,
}

/**
 * Returns values as SQLite does and as JSON needs them: times as ISO 8601 text with milliseconds (UTC if they have no zone), dates as
 * `2026-11-20`, bigint as a number if that is exact. `numeric` stays text, because a number would round it.
 */
const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const parse = format === 'binary' ? undefined : PARSERS[oid]
    return parse ?? (pg.types.getTypeParser(oid, format) as Parse)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

function toNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

const parseTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as Parse

/** Leaves `infinity` and years BC as PostgreSQL writes them. */
function toIsoText(text: string): string {
  const time = parseTime(text)
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : text
}

/** Knex's dialect, except that a transaction counts as committed only if PostgreSQL confirms it. */
class PostgresDialect extends KnexPostgres {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new CheckedTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }
}

/**
 * If a statement failed and its error was swallowed, PostgreSQL answers COMMIT with ROLLBACK and no error, which Knex takes for
 * success.
 */
class CheckedTransaction extends KnexTransaction {
  override begin(connection: object): Promise<unknown> {
    return begun(super.begin(connection))
  }

  override savepoint(connection: object): Promise<unknown> {
    return begun(super.savepoint(connection))
  }

  override async commit(connection: object, value: unknown): Promise<unknown> {
    const sent = this.query(connection, 'COMMIT;')
    this._completed = true
    const answer = await sent
    if (answer?.response.command === 'ROLLBACK') this._rejecter(swallowedFailure())
    else if (answer) this._resolver(value)
    return answer
  }
}

function swallowedFailure(): DatabaseError {
  return new DatabaseError(
    'transaction_rolled_back',
    'A statement of this transaction failed and its error was caught, so PostgreSQL rolled the whole transaction back. ' +
      'Run such a statement in a nested transaction.',
  )
}

/** Locks between all hosts on one database. PostgreSQL releases them after the commit is visible to others. */
class AdvisoryLocks implements Locks {
  readonly beforeBegin = false

  async take(key: string, { transaction }: TransactionScope): Promise<void> {
    const { rows } = await (transaction as Knex.Transaction).raw<{ rows: { held: boolean }[] }>(
      'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as held',
      [key],
    )
    if (!rows[0]?.held) throw new LockBusy(key)
  }
}

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_AFTER = 1_000

interface ListenOptions {
  readonly url: string
  readonly channel: string
  /** Also called with an empty word after each (re)connection, because messages in between are lost. */
  readonly hear: (word: string) => void
  readonly log: HostLogger
}

/**
 * Listens to a NOTIFY channel on a separate connection, and reconnects after each loss, until the returned function is called.
 */
function listen(options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController()
  const listening = keepListening(options, stopping.signal)
  return () => {
    stopping.abort()
    return listening
  }
}

async function keepListening(options: ListenOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await listenOnce(options, stopping)
    } catch (err) {
      options.log.debug('the connection that listens to other hosts was lost', { err, channel: options.channel })
    }
    await pause(RECONNECT_AFTER, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

/** Settles when the connection ends. */
async function listenOnce({ url, channel, hear }: ListenOptions, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'atrium',
    connectionTimeoutMillis: WAIT_LIMIT,
    keepAlive: true,
  })
  const over = new Promise<void>((resolve, reject) => {
    client.once('end', resolve)
    client.on('error', reject)
    stopping.addEventListener('abort', () => resolve(), { once: true })
  })
  // Nobody may be awaiting it yet, so its error must not count as unhandled.
  over.catch(() => undefined)
  try {
    await client.connect()
    client.on('notification', ({ payload = '' }) => hear(payload))
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    hear('')
    await over
  } finally {
    await client.end().catch(() => undefined)
  }
}

const CONNECTIONS = 10

/** Connects to the database of a `postgres://` URL. A lost connection is replaced when a statement next needs one. */
export async function openPostgres({ url, log }: { url: string; log: HostLogger }): Promise<Connections> {
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
  const interrupt = (transaction: Knex.Transaction) => interruptPostgres(transaction, { by: pool })
  return { dialect: 'postgres', driver: 'pg', writer: pool, reader: pool, locks, signals, interrupt, ping, close }
}

interface PostgresConnection {
  readonly processID: number
  __knex__disposed?: string
}

/**
 * Cancels the statement under way in a transaction. The connection is not used again, because a cancellation that comes late would
 * hit its next statement.
 */
async function interruptPostgres(transaction: Knex.Transaction, { by }: { by: Knex }): Promise<void> {
  const connection = (await (transaction.client as Knex.Client).acquireConnection()) as PostgresConnection
  connection.__knex__disposed = 'a statement was cancelled'
  await by.raw('select pg_cancel_backend(?)', [connection.processID])
}

function createPostgresKnex(url: string, log: HostLogger): Knex {
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
    `The database [${host}${pathname}] of DATABASE_URL cannot be used: ${reason}. Check that the server is running and that user, password and database name are correct.`,
    { cause },
  )
}
