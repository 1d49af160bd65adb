import type { Knex } from 'knex'
import { type Database, databaseTime } from '../../base/db/index.ts'
import type { Vitals } from '../registries/index.ts'
import { JOB_TABLE } from './job-table.ts'
import type { JobRow } from './job-table.ts'

/** A job that must wait again loses its key if another job with that key is waiting or running. Both will run. */
const KEY = `case when key is not null and (${openTwin('waiting')} or ${openTwin('running')}) then null else key end`

const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 60 * 60_000

/**
 * Milliseconds that a job waits after a failed try: about 5 s, 30 s, 3 min, 18 min, then an hour. A random part of up to 20 %
 * spreads jobs that failed together.
 */
export const growingPause = (attempt: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 6 ** (attempt - 1)) * (1 + Math.random() / 5)

interface ClaimsOptions {
  readonly host: string
  /** Milliseconds. */
  readonly lease: number
  /** Milliseconds that a job waits after this many tries. */
  readonly pauseAfter: (attempt: number) => number
  /** Counts how tries end. */
  readonly vitals?: Vitals | undefined
}

/** How a try of a job ended. */
export interface EndedTry {
  readonly row: JobRow
  readonly state: 'done' | 'failed' | 'interrupted'
  /** Present for a failed try. */
  readonly error?: string
}

/** Whether there is no try after this one. */
const isLast = ({ attempt, attempts }: JobRow) => attempt >= attempts

const errorOf = ({ error = '' }: EndedTry) => error

/** Updates the jobs that one host has claimed, outside any transaction. Lost claims are not touched. */
export class JobClaims {
  readonly #database: Database
  readonly #host: string
  readonly #lease: number
  readonly #pauseAfter: ClaimsOptions['pauseAfter']
  readonly #vitals: Vitals | undefined

  constructor(database: Database, { host, lease, pauseAfter, vitals }: ClaimsOptions) {
    this.#database = database
    this.#host = host
    this.#lease = lease
    this.#pauseAfter = pauseAfter
    this.#vitals = vitals
  }

  /** Extends the leases. Returns the ids that this host still holds. */
  async renew(ids: readonly number[]): Promise<number[]> {
    const renewed: Pick<JobRow, 'id'>[] = await this.#jobs()
      .whereIn('id', ids)
      .where({ claimed_by: this.#host, state: 'running' })
      .update({ leased_until: this.#time(this.#lease) })
      .returning('id')
    return renewed.map(({ id }) => id)
  }

  /** Stores how tries ended, with one statement for all that ended in the same way. */
  async store(ended: readonly EndedTry[]): Promise<void> {
    const [done, failed] = [
      ended.filter(({ state }) => state === 'done'),
      ended.filter(({ state }) => state === 'failed'),
    ]
    const [last, again] = [failed.filter(({ row }) => isLast(row)), failed.filter(({ row }) => !isLast(row))]
    const finished_at = this.#time()
    const isDropped = ({ row }: EndedTry) => Boolean(row.undone)
    const end = { ...FREE, finished_at, error: null }
    await this.#settleAll(
      done.filter((each) => !isDropped(each)),
      { ...end, state: 'done' },
    )
    await this.#settleAll(done.filter(isDropped), { ...end, state: 'cancelled' })
    await this.#settleAll(last, { ...FREE, state: 'failed', finished_at, error: this.#each(last, errorOf) })
    const run_at = this.#each(again, ({ row }) => this.#time(this.#pauseAfter(row.attempt)))
    await this.#settleAll(again, { ...this.#waiting(), run_at, error: this.#each(again, errorOf) })
    // An interrupted try does not count.
    const interrupted = ended.filter(({ state }) => state === 'interrupted')
    await this.#settleAll(interrupted, { ...this.#waiting(), attempt: this.#database.knex.raw('attempt - 1') })
    for (const { row, state } of ended)
      this.#vitals?.jobEnded(row.plugin, row.kind, state === 'failed' && !isLast(row) ? 'retry' : state)
  }

  /**
   * Makes the jobs of a dead host wait again. Such a try does not count, because most hosts die for another reason. A job during which
   * hosts die repeatedly may be the reason: it waits longer each time, and is finally given up.
   * @param options.all ignores the leases; only valid if there is no other host
   * @returns the jobs that were given up
   */
  async takeUp({ all = false }: { all?: boolean } = {}): Promise<JobRow[]> {
    const running = this.#database.reader<JobRow>(JOB_TABLE).whereRaw(`state = 'running'`)
    const lost = await (all ? running : running.where('leased_until', '<=', this.#time() as string))
    const givenUp: JobRow[] = []
    for (const row of lost) if (await this.#takeUp(row)) givenUp.push(row)
    return givenUp
  }

  /** Returns whether the job is given up. Does nothing if another host has taken it up. */
  async #takeUp(row: JobRow): Promise<boolean> {
    const interruptions = row.interruptions + 1
    const counted = { attempt: row.attempt - 1, interruptions }
    if (interruptions >= MOST_INTERRUPTIONS) {
      const failed = { ...FREE, state: 'failed', finished_at: this.#time(), error: GIVEN_UP }
      return (await this.#settle(row, { ...failed, ...counted })) > 0
    }
    const more = interruptions - INTERRUPTIONS_WITHOUT_PAUSE
    const error = `The host ended while the job was running (${interruptions} of at most ${MOST_INTERRUPTIONS} times).`
    const run_at = more > 0 ? { run_at: this.#time(this.#pauseAfter(more)) } : {}
    await this.#settle(row, { ...this.#waiting(), ...run_at, ...counted, error })
    return false
  }

  /** Changes a job unless it has been taken up since it was read. Returns how many rows it changed. */
  #settle({ id, attempt, interruptions, claimed_by }: JobRow, change: Record<string, unknown>): Promise<number> {
    return this.#jobs().where({ id, attempt, interruptions, claimed_by, state: 'running' }).update(change)
  }

  /** Changes jobs of this host, except those that another host has taken up. */
  async #settleAll(ended: readonly EndedTry[], change: Record<string, unknown>): Promise<void> {
    if (ended.length === 0) return
    const rows = ended.map(({ row }) => row)
    const tries = rows.map(({ id, attempt, interruptions }) => [id, attempt, interruptions])
    await this.#jobs()
      .whereIn(
        'id',
        rows.map(({ id }) => id),
      )
      .whereIn(['id', 'attempt', 'interruptions'], tries)
      .where({ claimed_by: this.#host, state: 'running' })
      .update(change)
  }

  /** A value for each job, in one expression. */
  #each(ended: readonly EndedTry[], value: (ended: EndedTry) => Knex.Value | Knex.Raw): Knex.Raw {
    const cases = ended.map(() => 'when ? then ?').join(' ')
    return this.#database.knex.raw(
      `case id ${cases} end`,
      ended.flatMap((each) => [each.row.id, value(each)]),
    )
  }

  #waiting() {
    return { ...FREE, state: 'waiting', key: this.#database.knex.raw(KEY) }
  }

  #jobs() {
    return this.#database.knex(JOB_TABLE)
  }

  #time(later = 0) {
    return databaseTime(this.#database, later)
  }
}

/** How often hosts may end while they run a job. After that it is given up, because it may be the reason. */
const MOST_INTERRUPTIONS = 10

/** After more, the job waits before it is started again, as after failed tries, so that hosts do not end one after another. */
const INTERRUPTIONS_WITHOUT_PAUSE = 4

const GIVEN_UP = `The host ended ${MOST_INTERRUPTIONS} times while the job was running, so it is not started again. The job may be the reason, for example if it needs too much memory. Correct it, or find out what ends the host; then retry the job.`

const FREE = { claimed_by: null, leased_until: null }

function openTwin(state: 'waiting' | 'running'): string {
  const same = ['plugin', 'name', 'key'].map((column) => `twin.${column} = ${JOB_TABLE}.${column}`).join(' and ')
  return `exists (select 1 from ${JOB_TABLE} twin where twin.state = '${state}' and twin.id <> ${JOB_TABLE}.id and ${same})`
}
