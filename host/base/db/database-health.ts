import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'
import { classifyDatabaseError } from './classify-database-error.ts'
import type { Database } from './database.ts'
import type { DatabaseProblemKind } from './database-error.ts'
import { isStarved } from './share-connections.ts'

/** Why the database cannot be relied on. `/readyz` returns these names. */
export type DatabaseTrouble =
  | 'database_corrupt'
  | 'database_full'
  | 'database_pool_exhausted'
  | 'database_read_only'
  | 'database_unavailable'
  | 'database_writer_blocked'

/** Milliseconds that `trouble` waits for an answer; probes of load balancers do not wait much longer. */
const PATIENCE = 2_000

/** Milliseconds for which a successful test write stays valid, regardless of the number of requests. */
const BETWEEN_WRITES = 1_000

/**
 * Milliseconds for which a database counts as exhausted after a request got no connection in time. A test may still succeed, because the
 * platform has its own connections.
 */
const RECENT = 10_000

const EXHAUSTED = 'database_pool_exhausted'

/**
 * Tells whether the database can be read and written, from test reads and writes and from the failures of other statements. A write that
 * waits for others counts as trouble only when it gives up, after 5 s, because the changes of everybody else then fail too.
 */
export class DatabaseHealth {
  readonly #database: Database
  readonly #log: HostLogger
  readonly #reading: Attempt
  readonly #writing: Attempt
  #isCorrupt = false
  readonly #growing: Attempt
  /** When a statement last found no space; undefined once there is space again. */
  #fullAt: number | undefined
  #told: DatabaseTrouble | undefined

  constructor(database: Database, { log }: { log: HostLogger }) {
    this.#database = database
    this.#log = log
    this.#reading = new Attempt(() => database.ping(), { pause: 0 })
    this.#writing = new Attempt(() => tryToWrite(database), { pause: BETWEEN_WRITES })
    this.#growing = new Attempt(() => tryToGrow(database), { pause: BETWEEN_WRITES })
    for (const knex of new Set([database.knex, database.reader])) knex.on('query-error', this.#note)
  }

  /** Returns within about two seconds; undefined if there is no trouble. */
  async trouble(): Promise<DatabaseTrouble | undefined> {
    const trouble = (await this.#findReadTrouble()) ?? (await this.#findWriteTrouble())
    if (trouble !== this.#told) this.#tell(trouble)
    return trouble
  }

  async #findReadTrouble(): Promise<DatabaseTrouble | undefined> {
    const reading = await this.#reading.outcome()
    if (this.#isCorrupt) return 'database_corrupt'
    if (reading === undefined) return isStarved(this.#database.reader, { recently: RECENT }) ? EXHAUSTED : undefined
    const kind = reading === 'pending' ? 'busy' : kindOf(reading.error)
    if (kind === 'busy' && isExhausted(this.#database.reader)) return EXHAUSTED
    return TROUBLES[kind ?? 'unavailable'] ?? 'database_unavailable'
  }

  async #findWriteTrouble(): Promise<DatabaseTrouble | undefined> {
    const outcome = await this.#writing.outcome()
    const writing = outcome === 'pending' ? this.#writing.last : outcome
    if (this.#isCorrupt) return 'database_corrupt'
    if (writing !== undefined) return WRITE_TROUBLES[kindOf(writing.error) ?? 'unavailable'] ?? 'database_unavailable'
    if (isStarved(this.#database.knex, { recently: RECENT })) return 'database_writer_blocked'
    return (await this.#isFull()) ? 'database_full' : undefined
  }

  /** After a statement found no space, the database counts as full until a larger write succeeds, because a small one finds space. */
  async #isFull(): Promise<boolean> {
    if (this.#fullAt === undefined) return false
    const failure = await this.#growing.outcome()
    if (failure === undefined && this.#growing.begunAt > this.#fullAt) this.#fullAt = undefined
    return this.#fullAt !== undefined
  }

  readonly #note = (error: unknown): void => {
    const kind = kindOf(error)
    // The tests may never read the damaged page, so this is final: only a restart on a restored database ends it.
    if (kind === 'corrupt') this.#isCorrupt = true
    if (kind === 'full') this.#fullAt = performance.now()
  }

  #tell(trouble: DatabaseTrouble | undefined): void {
    this.#told = trouble
    if (trouble === undefined) return this.#log.info('the database can be relied on again')
    const err = this.#reading.last?.error ?? this.#writing.last?.error
    this.#log.error('the database cannot be relied on; /readyz answers 503', { err, trouble })
  }
}

const kindOf = (error: unknown): DatabaseProblemKind | undefined => {
  const kind = classifyDatabaseError(error)?.kind
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined || kind === undefined ? kind : (classifyDatabaseError(cause)?.kind ?? kind)
}

type Troubles = Partial<Record<DatabaseProblemKind, DatabaseTrouble>>

const TROUBLES: Troubles = { corrupt: 'database_corrupt', full: 'database_full', read_only: 'database_read_only' }
const WRITE_TROUBLES: Troubles = { ...TROUBLES, busy: 'database_writer_blocked' }

interface Failure {
  readonly error: unknown
}

/** A check that runs at most once at a time, for all callers. */
class Attempt {
  readonly #work: () => Promise<void>
  readonly #pause: number
  #running: Promise<void> | undefined
  #endedAt = -Infinity
  /** When the last attempt began, by `performance.now()`. */
  begunAt = -Infinity
  /** The failure of the last attempt that has ended. */
  last: Failure | undefined

  constructor(work: () => Promise<void>, { pause }: { pause: number }) {
    this.#work = work
    this.#pause = pause
  }

  /** Undefined after a success. */
  async outcome(): Promise<Failure | undefined | 'pending'> {
    const isFresh = this.last === undefined && performance.now() - this.#endedAt < this.#pause
    if (this.#running === undefined && isFresh) return undefined
    this.#running ??= this.#run()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'pending'>((resolve) => {
      timer = setTimeout(() => resolve('pending'), PATIENCE)
    })
    const outcome = await Promise.race([this.#running, late])
    clearTimeout(timer)
    return outcome === 'pending' ? outcome : this.last
  }

  async #run(): Promise<void> {
    this.begunAt = performance.now()
    this.last = await this.#work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    this.#endedAt = performance.now()
    this.#running = undefined
  }
}

/** Changes nothing, but really writes. @throws the driver's error, or one of PostgreSQL's code for a server that only reads */
async function tryToWrite({ dialect, knex }: Database): Promise<void> {
  if (dialect === 'postgres') return requireWritable(knex)
  const [row] = await knex.raw<{ user_version: number }[]>('PRAGMA user_version')
  await knex.raw(`PRAGMA user_version = ${row?.user_version ?? 0}`)
}

/** A table that exists for a moment; one that a killed host has left is dropped by the next attempt. */
const PROBE = 'atrium_space_probe'

/** Bytes that have to find space. */
const GROWTH = 256 * 1024

/** Writes as much as several records and removes it again. @throws the driver's error if there is no space */
async function tryToGrow({ dialect, knex }: Database): Promise<void> {
  const isServer = dialect === 'postgres'
  await knex.transaction(async (transaction) => {
    await transaction.schema.dropTableIfExists(PROBE)
    await transaction.schema.createTable(PROBE, (table) => table.binary('content'))
    if (isServer) await transaction.raw(`alter table ${PROBE} alter column content set storage external`)
    await transaction(PROBE).insert({ content: Buffer.alloc(GROWTH) })
    if (isServer) await transaction.schema.dropTable(PROBE)
  })
  // Within its transaction, SQLite writes nothing to the disk.
  if (!isServer) await knex.schema.dropTableIfExists(PROBE)
}

async function requireWritable(knex: Knex): Promise<void> {
  const asked = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`
  const { rows } = await knex.raw<{ rows: { read_only: boolean }[] }>(asked)
  if (rows[0]?.read_only) throw Object.assign(new Error('The server only reads.'), { code: '25006' })
}

/** Whether every connection is in use. */
function isExhausted(knex: Knex): boolean {
  const { pool } = knex.client as { pool?: { numUsed(): number; max: number } }
  return pool !== undefined && pool.numUsed() >= pool.max
}
