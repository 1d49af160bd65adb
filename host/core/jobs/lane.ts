import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'
import type { PlatformEvent } from '@atrium/sdk'
import { type Database, lastTurnOfOthers } from '../../base/db/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { RuntimeFindings } from '../registries/index.ts'
import type { Handlers } from './handlers.ts'
import type { EndedTry, JobClaims } from './job-claims.ts'
import type { JobKind, JobRow } from './job-table.ts'
import { claimJobs } from './job-table.ts'
import { type FailedTry, type JobOutcome, JobRun } from './job-run.ts'
import { inTurnsOf, ownerName } from './on-own-account.ts'

/** How many jobs of one plugin a host runs at once, so that no plugin takes all resources. Events run one by one, to keep their order. */
const AT_ONCE: Record<JobKind, number> = { job: 4, event: 1 }

const FAILED = { job: 'job_failed', event: 'event_failed' } as const satisfies Record<JobKind, string>

/** How often the host tries to store the outcome of a job before it leaves the job to its lease. */
const TRIES = 5

/** Milliseconds that a lane waits at most before it claims the next jobs. */
const LONGEST_STEP_BACK = 250

const KINDS = Object.keys(AT_ONCE) as JobKind[]

/** Options of a lane. */
export interface LaneOptions {
  readonly database: Database
  readonly log: HostLogger
  readonly handlers: Handlers
  readonly claims: JobClaims
  readonly host: string
  /** Milliseconds. */
  readonly lease: number
  readonly searchFailed: (error: unknown) => void
  /** Milliseconds that a handler of an event may take; may be infinite. Default 10 s. */
  readonly eventLimit?: number | undefined
  /** Records which jobs and events fail. */
  readonly findings?: RuntimeFindings | undefined
}

/** Claims and runs the jobs and events of one plugin on one host, up to the limits. */
export class Lane {
  readonly #plugin: string
  readonly #options: LaneOptions
  readonly #runs = new Map<JobRun, Promise<void>>()
  /** Kinds that may have due jobs. */
  readonly #due = new Set<JobKind>()
  readonly #pull = singleFlight(() => this.#claimDue())
  /** Tries whose outcomes are not stored yet. */
  readonly #ended: EndedTry[] = []
  readonly #storeEnded = singleFlight(() => this.#storeOnce())
  /** Milliseconds that claims and outcomes took since the lane last paused. */
  #cost = 0
  #costSince = 0
  #costUntil = 0
  #closed = false

  constructor(plugin: string, options: LaneOptions) {
    this.#plugin = plugin
    this.#options = options
  }

  get runs(): readonly JobRun[] {
    return [...this.#runs.keys()]
  }

  /** Looks for jobs that are due. */
  wake(): void {
    for (const kind of KINDS) this.#due.add(kind)
    void this.#pull()
  }

  /** Starts nothing more, stops running jobs, and resolves when all outcomes are stored. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#pull()
    for (const run of this.runs) run.stop('closing')
    await Promise.all(this.#runs.values())
  }

  async #claimDue(): Promise<void> {
    // Jobs that end together free their places together.
    await endOfTurn()
    await this.#standBack()
    if (this.#closed) return
    try {
      for (const kind of [...this.#due]) await this.#costing(() => this.#claim(kind))
    } catch (err) {
      this.#options.searchFailed(err)
    }
  }

  /**
   * While others use the database, many jobs in a row get a fifth of the time: the host has one event loop, and the machine has few
   * processors.
   */
  async #standBack(): Promise<void> {
    const { database } = this.#options
    const [cost, since] = [this.#cost, this.#costSince]
    this.#cost = 0
    this.#costSince = performance.now()
    const others = [database.knex, database.reader].map((knex) => lastTurnOfOthers(knex, ownerName(this.#plugin)))
    const left = Math.min(4 * cost, LONGEST_STEP_BACK) - (this.#costSince - this.#costUntil)
    if (left >= 1 && Math.max(...others) > since) await pause(left, undefined, { ref: false })
  }

  /** Measures the time of the work; a claim includes what its handlers do before their first `await`. */
  async #costing<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      this.#costUntil = performance.now()
      this.#cost += this.#costUntil - begun
    }
  }

  async #claim(kind: JobKind): Promise<void> {
    const { database, handlers, host, lease } = this.#options
    const names = handlers.names(this.#plugin, kind)
    const limit = AT_ONCE[kind] - this.runs.filter(({ row }) => row.kind === kind).length
    if (limit <= 0) return
    this.#due.delete(kind)
    if (names.length === 0) return
    const claim = { plugin: this.#plugin, kind, names, limit, host, lease }
    const rows = await inTurnsOf(this.#plugin, () => claimJobs(database, claim))
    for (const row of rows) this.#start(row)
    if (rows.length === limit) this.#due.add(kind)
  }

  #start(row: JobRow): void {
    const run = new JobRun(row, this.#options)
    const over = this.#see(run).then(({ state }) => {
      this.#runs.delete(run)
      if (state === 'interrupted') this.#due.add(row.kind)
      if (this.#due.size > 0) void this.#pull()
    })
    this.#runs.set(run, over)
  }

  async #see(run: JobRun): Promise<JobOutcome> {
    const handlers = this.#options.handlers.of(run.row)
    // The plugin may have been stopped while its job was claimed.
    const outcome: JobOutcome = handlers.length === 0 ? { state: 'interrupted' } : await run.run(handlers)
    if (outcome.state === 'failed') this.#tell(run, outcome)
    if (outcome.state === 'lost') return outcome
    const error = outcome.state === 'failed' ? { error: describe(outcome.error) } : {}
    this.#ended.push({ row: run.row, state: outcome.state, ...error })
    await this.#storeEnded()
    return outcome
  }

  /** Stores the outcomes of the jobs that ended in this turn of the event loop, or while earlier outcomes were being stored. */
  async #storeOnce(): Promise<void> {
    await endOfTurn()
    const ended = this.#ended.splice(0)
    for (let tries = 1; tries <= TRIES && ended.length > 0; tries++) {
      try {
        return await this.#costing(() => this.#options.claims.store(ended))
      } catch (err) {
        const jobs = ended.map(({ row }) => row.id)
        this.#options.log.warn('the outcome of jobs could not be stored', { err, jobs, plugin: this.#plugin })
        await pause(tries * 200, undefined, { ref: false })
      }
    }
  }

  #tell({ row, handler }: JobRun, { error: err, fix }: FailedTry): void {
    const { id, plugin, kind, name, attempt, attempts } = row
    this.#options.findings?.report({
      ...{
        plugin,
        lease: handler?.lease,
        code: FAILED[kind],
        work: `${kind} ${name}`,
        error: err,
        at: handler?.origin,
      },
      ...(fix && { fix }),
      given: givenTo(row),
    })
    const details = { err, plugin, job: id, kind, name, attempt, attempts }
    if (attempt >= attempts) this.#options.log.error('a job failed and will not be retried', details)
    else this.#options.log.warn('a job failed and will be retried', details)
  }
}

/** What the plugin that added the job or emitted the event has given. The name of an event is the author's. */
function givenTo({ kind, payload }: JobRow): unknown {
  const given: unknown = JSON.parse(payload)
  return kind === 'event' ? (given as PlatformEvent).payload : given
}

const LONGEST_ERROR = 2_000

/** The message of an ApiError is written for people. */
const textOf = ({ name, message }: Error) => (name === 'ApiError' ? message : `${name}: ${message}`)

/** Describes an error for the row; the log has the stack. PostgreSQL cannot store NUL in text. */
const describe = (error: unknown): string =>
  (error instanceof Error ? textOf(error) : String(error)).replaceAll('\0', '').slice(0, LONGEST_ERROR)
