import { setTimeout as pause } from 'node:timers/promises'
import knex from 'knex'
import type { Knex } from 'knex'
import KnexTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js'
import KnexPostgres from 'knex/lib/dialects/postgres/index.js'
import { outsideOfCalls } from '../lifetime/index.ts'
import type { HostLogger } from '../log/index.ts'
import type { Locks, Connections, Signals } from './connections.ts'
import { DatabaseError, LockBusy } from './database-error.ts'
import { begun, closeKnex, knexLog, LONGEST, WAIT_LIMIT } from './knex-connections.ts'
import { Runner } from './late-refusal.ts'
import { PostgresListening } from './postgres-listening.ts'
import { postgresTypes } from './postgres-types.ts'
import type { TransactionScope } from './transaction-scope.ts'

/** Knex's dialect, except that a transaction counts as committed only if PostgreSQL confirms it. */
class PostgresDialect extends KnexPostgres {
  declare connectionSettings: { connectionString: string; statement_timeout: number; endsAt: () => number }

  /**
   * Attributed to the host, whichever plugin first needs the connection. If the server has none left, it is tried again for a while; until
   * then, whoever waits gets a connection of the pool that becomes free.
   */
  override acquireRawConnection(): Promise<object> {
    const { connectionString: url } = this.connectionSettings
    const connect = () =>
      super.acquireRawConnection().catch((error: unknown) => Promise.reject(nameSilence(url, error)))
    return outsideOfCalls(() => untilAdmitted(connect, { patience: WAIT_LIMIT - 1_000 }))
  }

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new CheckedTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  override runner(builder: object): Runner {
    return new Runner(this, builder)
  }

  /** A statement outside of transactions may take longer than usual if its handler may. */
  override async _query(connection: PostgresConnection, query: object): Promise<unknown> {
    const { statement_timeout: limit, endsAt } = this.connectionSettings
    const left = this.transacting ? limit : Math.min(Math.round(endsAt() - performance.now()), LONGEST)
    if (left <= limit) return super._query(connection, query)
    const setLimit = (milliseconds: number) => connection.query(`set statement_timeout = ${milliseconds}`)
    await setLimit(left)
    try {
      return await super._query(connection, query)
    } finally {
      await setLimit(limit)
    }
  }
}

/**
 * If a statement failed and its error was swallowed, PostgreSQL answers COMMIT with ROLLBACK and no error, which Knex mistakes for success.
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

/** The server has no connection left, or is just starting. */
const NOT_NOW: ReadonlySet<unknown> = new Set(['53300', '57P03'])

const isNotNow = (error: unknown) => NOT_NOW.has((error as { code?: unknown } | undefined)?.code)

/** Milliseconds. Less than a statement waits for a connection of the pool, so that its error says who is late. */
const CONNECT_LIMIT = WAIT_LIMIT - 500

/** The driver's only sign that the server has not answered in time. */
const isSilence = (error: unknown) => error instanceof Error && error.message === 'timeout expired'

/** Milliseconds between two attempts. */
const AGAIN = 250

/** Tries to connect until the server admits it, for this many milliseconds. Other errors are thrown at once. */
async function untilAdmitted<Result>(
  connect: () => Promise<Result>,
  { patience, onRefused }: { patience: number; onRefused?: (error: unknown) => void },
): Promise<Result> {
  const end = performance.now() + patience
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      if (!(isNotNow(error) || isSilence(cause)) || performance.now() > end) throw error
      onRefused?.(error)
      await pause(AGAIN)
    }
  }
}

const CONNECTIONS = 10
/** Lets the platform work while plugins use all other connections. */
const RESERVED = 3
/** The number of read-only connections, opened when needed. */
const READING = 4

/** How to connect to a server. */
export interface PostgresOptions {
  readonly url: string
  readonly log: HostLogger
  /** Milliseconds that a statement may take. */
  readonly limit: number
  /** When a statement outside of transactions has to end, by `performance.now()`: with the time of its handler. */
  readonly endsAt: () => number
  /** Milliseconds to wait for a first connection, if the server has none left or is starting. Default: half a minute. */
  readonly patience?: number | undefined
}

const START_PATIENCE = 30_000

/** Connects to the database of a `postgres://` URL. A lost connection is replaced when a statement next needs one. */
export async function openPostgres(options: PostgresOptions): Promise<Connections> {
  const { url, log, patience = START_PATIENCE } = options
  const pool = createPostgresKnex(options)
  const ping = async () => void (await pool.raw('select 1').timeout(WAIT_LIMIT))
  const readOnly = createPostgresKnex(options, { connections: READING, isReadOnly: true })
  const close = async () => void (await Promise.all([pool, readOnly].map((each) => closeKnex(each, { log }))))
  let isTold = false
  const onRefused = (err: unknown) => {
    if (!isTold) log.warn('the database admits no connection yet; trying again', { err, seconds: patience / 1_000 })
    isTold = true
  }
  try {
    await untilAdmitted(ping, { patience, onRefused })
  } catch (error) {
    await close()
    throw error instanceof DatabaseError ? error : unreachable(url, error)
  }
  const listening = new PostgresListening({ url, log })
  const signals: Signals = {
    notify: async (channel, word, on = pool) => void (await on.raw('select pg_notify(?, ?)', [channel, word])),
    notifyAll: async (channel, words) =>
      void (await pool.raw('select pg_notify(?, word) from unnest(?::text[]) as word', [channel, words as string[]])),
    listen: (channel, hear) => listening.add(channel, hear),
  }
  const locks = new AdvisoryLocks()
  const allow = async (transaction: Knex.Transaction, milliseconds: number) =>
    void (await transaction.raw(`set local statement_timeout = ${Math.ceil(milliseconds)}`))
  const interrupt = (transaction: Knex.Transaction) => interruptPostgres(transaction, { by: pool })
  const shared = { locks, signals, allow, interrupt, reserved: RESERVED, ping, close }
  return { dialect: 'postgres', driver: 'pg', writer: pool, reader: pool, readOnly, ...shared }
}

interface PostgresConnection {
  query(sql: string): Promise<unknown>
  readonly processID: number
  __knex__disposed?: string
}

/**
 * Cancels the running statement of a transaction. The connection is not reused, because a late cancellation would hit its next statement.
 * The request is attributed to the platform, because the owner of the transaction may have no connection left.
 */
async function interruptPostgres(transaction: Knex.Transaction, { by }: { by: Knex }): Promise<void> {
  const connection = (await (transaction.client as Knex.Client).acquireConnection()) as PostgresConnection
  connection.__knex__disposed = 'a statement was cancelled'
  await outsideOfCalls(async () => void (await by.raw('select pg_cancel_backend(?)', [connection.processID])))
}

interface PoolOptions {
  readonly connections?: number
  readonly isReadOnly?: boolean
}

function createPostgresKnex(
  { url, log, limit, endsAt }: PostgresOptions,
  { connections = CONNECTIONS + RESERVED, isReadOnly = false }: PoolOptions = {},
): Knex {
  return knex({
    client: PostgresDialect,
    connection: {
      connectionString: url,
      application_name: 'atrium',
      connectionTimeoutMillis: CONNECT_LIMIT,
      lock_timeout: WAIT_LIMIT,
      statement_timeout: limit,
      endsAt,
      keepAlive: true,
      types: postgresTypes,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: connections, ...(isReadOnly && { afterCreate: forbidWriting }) },
    acquireConnectionTimeout: WAIT_LIMIT,
    compileSqlOnError: false,
    log: knexLog(log),
  })
}

/** The setting cannot be part of the URL, because the URL's own options would replace it. */
function forbidWriting(connection: PostgresConnection, done: (error: unknown, connection: object) => void): void {
  connection.query('set session characteristics as transaction read only').then(
    () => done(null, connection),
    (error: unknown) => done(error, connection),
  )
}

function nameSilence(url: string, cause: unknown): Error {
  if (!isSilence(cause)) return cause as Error
  const message = `${databaseOf(url)} gave no connection within ${CONNECT_LIMIT / 1_000} s. Check that the server is reachable and not overloaded.`
  return new DatabaseError('database_unavailable', message, { cause })
}

const databaseOf = (url: string) => `The database [${new URL(url).host}${new URL(url).pathname}] of DATABASE_URL`

function unreachable(url: string, cause: unknown): DatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const isTaken = (cause as { code?: unknown } | undefined)?.code === '53300'
  const advice = isTaken
    ? 'All its connections are in use: raise max_connections, or close other programs.'
    : 'Check that the server is running and that user, password and database name are correct.'
  const message = `${databaseOf(url)} cannot be used: ${reason}. ${advice}`
  return new DatabaseError('database_unavailable', message, { cause })
}
