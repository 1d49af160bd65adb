import { ApiError } from '@atrium/sdk'
import type { Knex } from 'knex'
import { type Database, databaseTime } from '../../base/db/index.ts'

export const JOB_TABLE = 'platform_jobs'

/** Which jobs to claim. */
export interface ClaimOptions {
  readonly plugin: string
  readonly kind: JobKind
  /** The names that have a handler. */
  readonly names: readonly string[]
  readonly limit: number
  /** The id of the claiming host. */
  readonly host: string
  /** Milliseconds for which the claim holds unless it is renewed. */
  readonly lease: number
}

/**
 * Claims due jobs, those due longest first. Claims one event at a time, the earliest first, and none while the plugin handles another one
 * on any host. Uses one statement where possible, because all writers wait for SQLite's only one.
 */
export function claimJobs(database: Database, options: ClaimOptions): Promise<JobRow[]> {
  if (options.kind !== 'event' || database.dialect !== 'postgres') return claim(database, database.knex, options)
  return database.knex.transaction(async (transaction) => {
    // Hosts on one database take turns to check whether an event runs.
    await transaction.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`events:${options.plugin}`])
    return claim(database, transaction, options)
  })
}

async function claim(database: Database, knex: Knex, options: ClaimOptions): Promise<JobRow[]> {
  const { kind, limit, host, lease } = options
  const due = dueJobs(database, knex, options).orderBy([...(kind === 'job' ? ['run_at'] : []), 'id'])
  const chosen = (database.dialect === 'postgres' ? due.forUpdate().skipLocked() : due).limit(limit).select('id')
  // As an array, because PostgreSQL may run a subquery in `in` more than once, and would then claim more.
  const isChosen = database.dialect === 'postgres' ? 'id = any(array ?)' : 'id in ?'
  const rows = (await knex(JOB_TABLE)
    .whereRaw(isChosen, [chosen])
    .update({
      state: 'running',
      attempt: knex.raw('attempt + 1'),
      claimed_by: host,
      leased_until: databaseTime(database, lease),
      started_at: databaseTime(database),
    })
    .returning('*')) as JobRow[]
  return rows.sort((one, other) => one.id - other.id)
}

/**
 * Makes a failed or cancelled job wait again, due now and with all its tries. Returns its former row. It loses its key if another job with
 * that key waits.
 * @throws ApiError 409 `conflict` in any other state
 */
export async function reopenJob(database: Database, id: number): Promise<JobRow> {
  const row = await requireState(database, { id, states: ['failed', 'cancelled'], to: 'tried again' })
  const { plugin, name, key } = row
  const twin = await database
    .context(JOB_TABLE)
    .where({ plugin, name, key, state: 'waiting' })
    .first<JobRow | undefined>('id')
  const anew = {
    attempt: 0,
    interruptions: 0,
    error: null,
    finished_at: null,
    ...(twin !== undefined && { key: null }),
  }
  await database
    .context(JOB_TABLE)
    .where({ id })
    .update({ ...anew, state: 'waiting', run_at: databaseTime(database) })
  return row
}

/** Takes a waiting job out of the queue, and returns it. @throws ApiError 409 `conflict` in any other state */
export async function cancelJob(database: Database, id: number): Promise<JobRow> {
  const row = await requireState(database, { id, states: ['waiting'], to: 'cancelled' })
  if ((await cancelWaiting(database, { id })) === 0) throw conflict(id, 'running', 'cancelled')
  return row
}

/** Takes the waiting ones among these jobs out of the queue. Returns how many. */
export function cancelWaiting(
  database: Database,
  which: Partial<Pick<JobRow, 'id' | 'plugin' | 'key'>>,
): Promise<number> {
  const cancelled = { state: 'cancelled', finished_at: databaseTime(database) }
  return database.context(JOB_TABLE).whereRaw(`state = 'waiting'`).where(which).update(cancelled)
}

async function requireState(
  database: Database,
  { id, states, to }: { id: number; states: readonly JobState[]; to: string },
): Promise<JobRow> {
  const row = await database.context<JobRow>(JOB_TABLE).where({ id }).first()
  if (row === undefined) throw new ApiError('record_not_found', { detail: `There is no record [${id}].` })
  if (!states.includes(row.state)) throw conflict(id, row.state, to)
  return row
}

const conflict = (id: number, state: JobState, to: string) =>
  new ApiError('conflict', { detail: `The job [${id}] is [${state}], so it cannot be ${to}.` })

/** Returns which of these plugins have jobs due within this many milliseconds, each with the time of its first job. */
export async function nextJobs(
  database: Database,
  plugins: readonly string[],
  within: number,
): Promise<readonly { plugin: string; run_at: string }[]> {
  if (plugins.length === 0) return []
  return database
    .reader(JOB_TABLE)
    .whereRaw(`state = 'waiting' and kind in ('job', 'event')`) // Both, so that an index with the kind is used up to the time.
    .whereIn('plugin', plugins)
    .where('run_at', '<=', databaseTime(database, within))
    .groupBy('plugin')
    .select('plugin')
    .min<{ plugin: string; run_at: string }[]>({ run_at: 'run_at' })
}

/** The keys of a plugin's jobs that wait or run. */
export async function openKeys(database: Database, plugin: string): Promise<string[]> {
  const open = (state: string) =>
    database.reader<JobRow>(JOB_TABLE).whereRaw(`state = '${state}'`).where({ plugin }).whereNotNull('key')
  return [...(await open('waiting').pluck('key')), ...(await open('running').pluck('key'))] as string[]
}

/** Jobs that wait and are due; events only while none of the subscriber runs. */
function dueJobs(database: Database, knex: Knex, { plugin, kind, names }: ClaimOptions) {
  const due = knex<JobRow>(JOB_TABLE)
    .whereRaw(`state = 'waiting' and kind = '${kind}'`) // Literals, because SQLite would not use a partial index with a binding.
    .where({ plugin })
  const now = databaseTime(database) as string
  if (kind === 'job') return due.whereIn('name', names).where('run_at', '<=', now)
  const running = knex<JobRow>(JOB_TABLE).whereRaw(`state = 'running'`).where({ plugin, kind })
  // The plus keeps SQLite from finding all that are due by another index and sorting them.
  const unindexed = database.dialect === 'sqlite' ? '+' : ''
  return due
    .whereRaw(`${unindexed}name in (${names.map(() => '?').join()})`, names)
    .whereRaw(`${unindexed}run_at <= ?`, [now])
    .whereNotExists(running)
}

/** A plugin's own job, or an event for one subscriber. */
export type JobKind = 'job' | 'event'

/** `done`, `failed` and `cancelled` are final, unless an operator retries; a job that failed and has tries left is `waiting` again. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** A row of `platform_jobs`; times as ISO 8601 text. */
export interface JobRow {
  readonly id: number
  /** The plugin whose handler runs it; for an event, the subscriber. */
  readonly plugin: string
  readonly kind: JobKind
  readonly name: string
  /** JSON. For an event, the whole event with id and time. */
  readonly payload: string
  readonly key: string | null
  /** The change that added it, for jobs with `after_undo`. */
  readonly undo: string | null
  /** Whether it was dropped because that change was undone. SQLite answers numbers. */
  readonly undone: boolean | 0 | 1
  readonly state: JobState
  readonly run_at: string
  /** The number of tries so far. Tries interrupted by a reload, a stop or the end of the host do not count. */
  readonly attempt: number
  /** How often a host ended while it ran the job. */
  readonly interruptions: number
  /** The largest number of tries. */
  readonly attempts: number
  /** The host that runs it; null if it is not running. */
  readonly claimed_by: string | null
  /** The end of the claim. */
  readonly leased_until: string | null
  /** The error of the last failed try. */
  readonly error: string | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}
