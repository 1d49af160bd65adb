import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'

export const JOB_TABLE = 'platform_jobs'

export type NewJob = Pick<JobRow, 'plugin' | 'kind' | 'name' | 'payload' | 'attempts'> & {
  /** Default now. */
  readonly run_at?: Date | undefined
  readonly key?: string | undefined
}

export interface ClaimOptions {
  readonly plugin: string
  readonly kind: JobKind
  /** Those that have a handler. */
  readonly names: readonly string[]
  readonly limit: number
  /** Who claims, and for how many milliseconds unless renewed. */
  readonly host: string
  readonly lease: number
}

/** As many as SQLite takes in a statement. */
const MOST_ROWS = 500

/** Adds jobs in the present transaction, but for those whose key waits already. */
export async function addJobs(database: Database, jobs: readonly NewJob[]): Promise<void> {
  const now = databaseTime(database)
  const rows = jobs.map(({ run_at, key, ...job }) => ({
    ...job,
    key: key ?? null,
    run_at: run_at?.toISOString() ?? now,
    created_at: now,
    state: 'waiting',
    attempt: 0,
  }))
  for (let start = 0; start < rows.length; start += MOST_ROWS)
    await database
      .context(JOB_TABLE)
      .insert(rows.slice(start, start + MOST_ROWS))
      .onConflict()
      .ignore()
}

/**
 * Takes jobs that are due: those that have been due longest; of events the one that was emitted first, and none while another runs
 * on any host.
 */
export function claimJobs(database: Database, options: ClaimOptions): Promise<JobRow[]> {
  const { plugin, kind, limit, host, lease } = options
  return database.knex.transaction(async (transaction) => {
    if (kind === 'event' && !(await isFree(database, transaction, plugin))) return []
    const due = dueJobs(database, transaction, options).orderBy([...(kind === 'job' ? ['run_at'] : []), 'id'])
    const free = database.dialect === 'postgres' ? due.forUpdate().skipLocked() : due
    const chosen = await free.limit(limit).select('id')
    if (chosen.length === 0) return []
    const ids = chosen.map(({ id }) => id)
    const rows = (await transaction(JOB_TABLE)
      .whereIn('id', ids)
      .update({
        state: 'running',
        attempt: transaction.raw('attempt + 1'),
        claimed_by: host,
        leased_until: databaseTime(database, lease),
        started_at: databaseTime(database),
      })
      .returning('*')) as JobRow[]
    return rows.sort((one, other) => one.id - other.id)
  })
}

/** Plugins, of those named, with jobs that are due within so many milliseconds; each with the time of its first. */
export async function nextJobs(
  database: Database,
  plugins: readonly string[],
  within: number,
): Promise<readonly { plugin: string; run_at: string }[]> {
  if (plugins.length === 0) return []
  return database
    .reader(JOB_TABLE)
    .whereRaw(`state = 'waiting'`)
    .whereIn('plugin', plugins)
    .where('run_at', '<=', databaseTime(database, within))
    .groupBy('plugin')
    .select('plugin')
    .min<{ plugin: string; run_at: string }[]>({ run_at: 'run_at' })
}

const dueJobs = (database: Database, knex: Knex, { plugin, kind, names }: ClaimOptions) =>
  knex<JobRow>(JOB_TABLE)
    .whereRaw(`state = 'waiting'`) // A literal, or SQLite would not use the partial index.
    .where({ plugin, kind })
    .whereIn('name', names)
    .where('run_at', '<=', databaseTime(database) as string)

/** Whether no event is on its way to the subscriber. Hosts on one PostgreSQL database ask one after the other. */
async function isFree(database: Database, transaction: Knex, plugin: string): Promise<boolean> {
  if (database.dialect === 'postgres')
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`events:${plugin}`])
  const running = transaction<JobRow>(JOB_TABLE).whereRaw(`state = 'running'`).where({ plugin, kind: 'event' })
  return (await running.first('id')) === undefined
}

/** What a row asks for: work that a plugin gave itself, or an event on its way to one subscriber. */
export type JobKind = 'job' | 'event'

/** `done` and `failed` are final; a job that failed and has tries left is `waiting` again. */
type JobState = 'waiting' | 'running' | 'done' | 'failed'

/** A row of `platform_jobs`; times as ISO 8601 text. */
export interface JobRow {
  readonly id: number
  /** Whose handler runs it: for an event the subscriber. */
  readonly plugin: string
  readonly kind: JobKind
  readonly name: string
  /** JSON; of an event all of it, with id and time. */
  readonly payload: string
  readonly key: string | null
  readonly state: JobState
  readonly run_at: string
  /** How often it was begun; tries that were interrupted by a reload or a stop do not count. */
  readonly attempt: number
  /** How often it may be begun. */
  readonly attempts: number
  /** The host that runs it, while it does. */
  readonly claimed_by: string | null
  /** Until when others leave it to that host. */
  readonly leased_until: string | null
  /** Of the last try that failed. */
  readonly error: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** The time by the database's clock, so many milliseconds later: hosts whose own clocks differ agree about it. */
export function databaseTime({ dialect, knex }: Database, later = 0): Knex.Value | Knex.Raw<string> {
  if (dialect === 'sqlite') return new Date(Date.now() + later).toISOString()
  return knex.raw<string>(`clock_timestamp() + ? * interval '1 millisecond'`, [later])
}

/** A payload as it is kept; undefined is kept as null. @throws TypeError where it cannot be written as JSON */
export function toPayload(payload: unknown, { of }: { of: string }): string {
  const text = write(payload ?? null, of)
  if (text === undefined) throw notJson(of)
  return text
}

/** Whatever its type says, JSON.stringify has no text for a function or a symbol. */
function write(payload: unknown, of: string): string | undefined {
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    throw notJson(of, cause)
  }
}

const notJson = (of: string, cause?: unknown) =>
  new TypeError(`The payload of [${of}] cannot be written as JSON. Hand over plain values, or an id.`, { cause })
