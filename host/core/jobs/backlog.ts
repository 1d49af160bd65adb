import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { JOB_TABLE } from './job-table.ts'

/** How many jobs of one plugin may wait, unless the operator says otherwise. */
const LIMIT = 100_000

/** The waiting jobs are counted anew after so many have been added. */
const LONGEST_STEP = 1_000

/** Milliseconds between two counts while it is full. */
const PAUSE = 1_000

interface Known {
  added: number
  isFull: boolean
  /** By `performance.now()`. */
  countedAt: number
}

/** Limits the waiting jobs of each plugin, so that none can fill the database. Events are not counted: their subscriber has not added them. */
export class Backlog {
  readonly #database: Database
  readonly #limit: number
  readonly #step: number
  readonly #plugins = new Map<string, Known>()

  constructor(database: Database, limit = LIMIT) {
    this.#database = database
    this.#limit = limit
    this.#step = Math.min(LONGEST_STEP, Math.ceil(limit / 10))
  }

  /** Counts a job that is to be added. A few more than the limit may be. @throws ApiError 503 `job_backlog_full` */
  async admit(plugin: string): Promise<void> {
    const known = this.#plugins.get(plugin) ?? { added: 0, isFull: false, countedAt: 0 }
    this.#plugins.set(plugin, known)
    known.added += 1
    const now = performance.now()
    if (known.isFull ? now - known.countedAt > PAUSE : known.added >= this.#step) {
      Object.assign(known, { added: 0, countedAt: now })
      known.isFull = await this.#isFull(plugin)
    }
    if (known.isFull) throw backlogFull(plugin, this.#limit)
  }

  /** Reads beside the present transaction on SQLite, whose only writer others may be waiting for. */
  async #isFull(plugin: string): Promise<boolean> {
    const { dialect, context, reader } = this.#database
    const waiting = (dialect === 'sqlite' ? reader : context)(JOB_TABLE)
      .whereRaw(`state = 'waiting'`)
      .where({ plugin, kind: 'job' })
    return (await waiting.offset(this.#limit - 1).first('id')) !== undefined
  }
}

function backlogFull(plugin: string, limit: number): ApiError {
  const detail = `The plugin [${plugin}] has ${limit} jobs that wait, which is the limit (ATRIUM_JOB_BACKLOG). Find out why they do not end: their handler may be slow or fail, or there is none. Nothing was added.`
  return new ApiError('job_backlog_full', { detail, headers: { 'retry-after': '60' } })
}
