import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Undo } from '@atrium/sdk'
import type { JobOptions } from '@atrium/sdk/host'
import { require_job_name } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { Vitals } from '../registries/index.ts'
import { Backlog } from './backlog.ts'
import type { Handler } from './handlers.ts'
import { Handlers } from './handlers.ts'
import { dropJobs, heldBack, holdJobs } from './held-back.ts'
import { growingPause, JobClaims } from './job-claims.ts'
import { addJobs, type NewJob } from './add-jobs.ts'
import type { JobRow } from './job-table.ts'
import { requireJobOptions, toPayload } from './job-arguments.ts'
import { cancelJob, cancelWaiting, nextJobs, openKeys, reopenJob } from './job-table.ts'
import { Lane, type LaneOptions } from './lane.ts'
import { WakeCalls } from './wake-calls.ts'

const ATTEMPTS = 5

/** The owner of jobs whose subject has a state of its own, which must stay consistent with that of the job. */
export interface JobOwner {
  /** Runs in the transaction that cancels the job. */
  cancelled(row: JobRow): Promise<void>
  /** Runs in the transaction that makes a cancelled or failed job wait again. @throws ApiError to refuse that */
  retried(row: JobRow): Promise<void>
  /** Runs after the job has failed because hosts ended while it ran. */
  givenUp(row: JobRow): Promise<void>
}

/** Options of the queue. */
export interface QueueOptions extends Pick<LaneOptions, 'eventLimit' | 'findings'> {
  /** With `jobMigrations` applied. */
  readonly database: Database
  readonly log: HostLogger
  /** Milliseconds after which other hosts take over the jobs of a silent host. Default 30 s. */
  readonly lease?: number
  /** Milliseconds between two polls for due jobs. Default 5 s. */
  readonly tick?: number
  /** Milliseconds to wait after this many tries. Default: 5 s, rising to an hour. */
  readonly pauseAfter?: (attempt: number) => number
  /** How many jobs of one plugin may wait, and how many of its events for one subscriber. Default 100,000. */
  readonly backlog?: number | undefined
  /** Counts how tries end. */
  readonly vitals?: Vitals
  /** Additional work for each poll. */
  readonly eachTick?: () => Promise<void>
}

/** Jobs as rows: added in the current transaction and run at least once after its commit, by the host that claims them first. */
export class JobQueue {
  readonly #database: Database
  readonly #log: HostLogger
  readonly #searchFailed: (error: unknown) => void
  readonly #lease: number
  readonly #tick: number
  readonly #eachTick: () => Promise<void>
  readonly #host = randomUUID()
  readonly #handlers = new Handlers()
  readonly #claims: JobClaims
  readonly backlog: Backlog
  readonly #lanes = new Map<string, Lane>()
  readonly #owners = new Map<string, JobOwner>()
  readonly #calls: WakeCalls
  readonly #newLane: (plugin: string) => Lane
  /** Jobs run in the asynchronous context in which the queue was made, not in that of the call whose commit woke them. */
  readonly #own = new AsyncResource('JobQueue')
  readonly #insert = (jobs: readonly NewJob[]) => addJobs(this.#database, jobs)
  #renewed = performance.now()
  #takeUpAt = 0
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> | undefined
  #closed = false

  constructor({ database, log, lease = 30_000, tick = 5_000, ...options }: QueueOptions) {
    this.#database = database
    this.backlog = new Backlog(database, options.backlog)
    this.#eachTick = options.eachTick ?? (async () => undefined)
    this.#log = log
    this.#searchFailed = sparsely((details) => log.warn('the search for due jobs failed; the host will retry', details))
    this.#lease = lease
    this.#tick = tick
    const host = this.#host
    const { findings, vitals, eventLimit, pauseAfter = growingPause } = options
    const claims = (this.#claims = new JobClaims(database, { host, lease, pauseAfter, vitals }))
    const shared = {
      ...{ database, log, claims, host, lease, findings, eventLimit },
      ...{ handlers: this.#handlers, searchFailed: this.#searchFailed },
    }
    this.#newLane = (plugin) => new Lane(plugin, shared)
    const wakeAll = () => this.#handlers.plugins().forEach((plugin) => this.#wake(plugin))
    this.#calls = new WakeCalls(database, { host, log, wake: (plugin) => this.#wake(plugin), wakeAll })
  }

  /** Takes over the jobs of an earlier process and starts polling. */
  async start(): Promise<void> {
    // Only one host uses a SQLite file, so no job there can still be running.
    if (this.#database.dialect === 'sqlite') await this.#takeUp({ all: true })
    this.#calls.listen()
    this.#own.runInAsyncScope(() => this.#keepTicking())
  }

  /** Adds a job of a plugin. @throws DeclarationError `id_invalid`, `argument_invalid`; TypeError if the payload is not JSON; ApiError 503 `job_backlog_full` */
  async add(plugin: string, name: string, payload: unknown, options: JobOptions = {}): Promise<void> {
    require_job_name(name)
    const { run_at, key, attempts = ATTEMPTS, after_undo = false } = requireJobOptions(options)
    const job: NewJob = { plugin, kind: 'job', name, payload: toPayload(payload, { of: name }), attempts, run_at, key }
    await this.backlog.admit(plugin)
    await this.put([after_undo ? heldBack(job) : job])
  }

  /** Delays the jobs that a change added with `after_undo`. */
  hold = (undo: string, until: Date): Promise<void> => holdJobs(this.#database, undo, until)

  /** Drops the delayed jobs of a change, unless one has been started. Returns whether there were any. */
  async drop(undo: string): Promise<boolean> {
    const plugins = await dropJobs(this.#database, undo)
    this.#database.afterCommit(() => plugins.forEach((plugin) => this.#wakeFor(plugin, undefined)))
    return plugins.length > 0
  }

  /** Adds jobs at the end of the current transaction and wakes their plugins' lanes after the commit. */
  async put(jobs: readonly NewJob[]): Promise<void> {
    await this.#database.gather(this.#insert, jobs)
    this.#database.afterCommit(() => {
      for (const { plugin, run_at } of jobs) this.#wakeFor(plugin, run_at)
    })
  }

  /** Keeps a plugin's jobs and the owner's state consistent. */
  own(plugin: string, owner: JobOwner): void {
    this.#owners.set(plugin, owner)
  }

  /**
   * Makes a failed or cancelled job wait again, due now and with all its tries.
   * @throws ApiError 409 `conflict` in any other state, or if its owner refuses
   */
  async retry(id: number): Promise<void> {
    const row = await reopenJob(this.#database, id)
    await this.#owners.get(row.plugin)?.retried(row)
    this.#database.afterCommit(() => this.#wakeFor(row.plugin, undefined))
  }

  /** Takes a waiting job out of the queue. @throws ApiError 409 `conflict` in any other state */
  async cancel(id: number): Promise<void> {
    const row = await cancelJob(this.#database, id)
    await this.#owners.get(row.plugin)?.cancelled(row)
  }

  /** Takes a plugin's waiting job with a key, or all its waiting jobs, out of the queue without calling the owner. */
  async cancelWaiting(plugin: string, key?: string): Promise<void> {
    await cancelWaiting(this.#database, { plugin, ...(key !== undefined && { key }) })
  }

  /** The keys of a plugin's jobs that wait or run. */
  openKeys(plugin: string): Promise<string[]> {
    return openKeys(this.#database, plugin)
  }

  /** Runs the jobs of the handler's name until the undo is called. Jobs under way then finish. */
  handle(handler: Handler): Undo {
    const undo = this.#handlers.add(handler)
    this.#wake(handler.plugin)
    return undo
  }

  /** What people call a job, as far as this host knows its handler. */
  titleOf(job: Pick<JobRow, 'plugin' | 'kind' | 'name'>): string {
    return this.#handlers.titleOf(job)
  }

  /** Returns the plugins that handle the event on this host. */
  subscribers(event: string): string[] {
    return this.#handlers.plugins().filter((plugin) => this.#handlers.of({ plugin, kind: 'event', name: event })[0])
  }

  /** Asks running jobs to end and waits up to 5 s for them. Unfinished jobs wait for the next host. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#ticking
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()))
    await this.#calls.close()
  }

  #wakeFor(plugin: string, runAt: Date | undefined): void {
    const delay = (runAt?.getTime() ?? 0) - Date.now()
    if (delay <= 0) {
      this.#wake(plugin)
      this.#calls.call(plugin)
    } else if (delay < this.#tick) this.#wakeIn(delay, plugin)
  }

  #wakeIn(delay: number, plugin: string): void {
    setTimeout(() => this.#wake(plugin), delay).unref()
  }

  #wake(plugin: string): void {
    if (this.#closed || !this.#handlers.has(plugin)) return
    const lane = this.#lanes.get(plugin) ?? this.#newLane(plugin)
    this.#lanes.set(plugin, lane)
    this.#own.runInAsyncScope(() => lane.wake())
  }

  #keepTicking(): void {
    if (this.#closed) return
    this.#ticking = this.#look()
      .catch(this.#searchFailed)
      .then(() => {
        if (!this.#closed) this.#timer = setTimeout(() => this.#keepTicking(), this.#tick).unref()
      })
  }

  async #takeUp(options?: { all: boolean }): Promise<void> {
    for (const row of await this.#claims.takeUp(options)) {
      const { id: job, plugin, kind, name } = row
      this.#log.error('a job was given up because hosts ended while it ran', { job, plugin, kind, name })
      await this.#owners.get(plugin)?.givenUp(row)
    }
    this.#takeUpAt = performance.now() + this.#lease / 3
  }

  /** Finds jobs that have become due and, three times per lease, the jobs of dead hosts. */
  async #look(): Promise<void> {
    await this.#renew()
    if (performance.now() >= this.#takeUpAt) await this.#takeUp()
    await this.#eachTick()
    for (const { plugin, run_at } of await nextJobs(this.#database, this.#handlers.plugins(), this.#tick))
      this.#wakeIn(Math.max(0, Date.parse(run_at) - Date.now()), plugin)
  }

  /** Renews the leases. Jobs that another host has taken over are stopped here. */
  async #renew(): Promise<void> {
    const runs = [...this.#lanes.values()].flatMap((lane) => lane.runs)
    try {
      const ours = new Set(runs.length === 0 ? [] : await this.#claims.renew(runs.map(({ row }) => row.id)))
      this.#renewed = performance.now()
      for (const run of runs) if (!ours.has(run.row.id)) run.stop('lost')
    } catch (error) {
      if (performance.now() - this.#renewed > this.#lease) for (const run of runs) run.stop('lost')
      throw error
    }
  }
}
