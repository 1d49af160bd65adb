import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { JOB_TABLE } from './job-table.ts'

/** The number of waiting jobs that one plugin may have. Default; operators can change it. */
const LIMIT = 100_000

/** The waiting jobs are counted again after this many have been added. */
const LONGEST_STEP = 1_000

/** Milliseconds between two counts while it is full. */
const PAUSE = 1_000

interface Known {
  added: number
  isFull: boolean
  /** By `performance.now()`. */
  countedAt: number
}

/** The limited amount: the jobs of a plugin, or the events that it has emitted for one subscriber. */
interface Waiting {
  readonly plugin: string
  readonly subscriber?: string
}

/** The events of one emitter for each of these plugins. */
interface EventsOfOne {
  readonly subscribers: readonly string[]
  readonly count: number
}

/** Limits what waits because of each plugin, so that no plugin can fill the database. */
export class Backlog {
  readonly #database: Database
  readonly #limit: number
  readonly #step: number
  readonly #known = new Map<string, Known>()

  constructor(database: Database, limit = LIMIT) {
    this.#database = database
    this.#limit = limit
    this.#step = Math.min(LONGEST_STEP, Math.ceil(limit / 10))
  }

  /** Counts a job to be added. The limit may be exceeded by a few. @throws ApiError 503 `job_backlog_full` */
  async admit(plugin: string): Promise<void> {
    if ((await this.#refusal({ plugin }, 1)) !== undefined) throw jobsFull(plugin, this.#limit)
  }

  /** Counts events that a plugin is about to emit. The limit may be exceeded by a few. @throws ApiError 503 `job_backlog_full` */
  async admitEvents(plugin: string, { subscribers, count }: EventsOfOne): Promise<void> {
    for (const subscriber of subscribers) {
      const refusal = await this.#refusal({ plugin, subscriber }, count)
      if (refusal === 'full') throw eventsFull(plugin, { subscriber, limit: this.#limit })
      if (refusal === 'too_many') throw tooManyEvents(plugin, { subscriber, count, limit: this.#limit })
    }
  }

  /** `too_many`: there is room, but not for this many. Fewer would be admitted. */
  async #refusal(waiting: Waiting, count: number): Promise<'full' | 'too_many' | undefined> {
    if (count > this.#limit) return 'too_many'
    const key = `${waiting.plugin}>${waiting.subscriber ?? ''}`
    const known = this.#known.get(key) ?? { added: 0, isFull: false, countedAt: 0 }
    this.#known.set(key, known)
    known.added += count
    const now = performance.now()
    if (known.isFull ? now - known.countedAt > PAUSE : known.added >= this.#step) {
      Object.assign(known, { added: 0, countedAt: now })
      const isTooMuch = await this.#isTooMuch(waiting, count)
      known.isFull = isTooMuch && (count === 1 || (await this.#isTooMuch(waiting, 1)))
      if (isTooMuch && !known.isFull) return 'too_many'
    }
    return known.isFull ? 'full' : undefined
  }

  /** Whether adding this many would exceed the limit. */
  async #isTooMuch({ plugin, subscriber }: Waiting, count: number): Promise<boolean> {
    const waiting = this.#database.aside(JOB_TABLE).whereRaw(`state = 'waiting'`)
    const own =
      subscriber === undefined
        ? waiting.where({ plugin, kind: 'job' })
        : waiting.where({ plugin: subscriber, kind: 'event' }).where('name', 'like', `${plugin}.%`)
    return (await own.offset(this.#limit - count).first('id')) !== undefined
  }
}

const full = (detail: string) => new ApiError('job_backlog_full', { detail, headers: { 'retry-after': '60' } })

const jobsFull = (plugin: string, limit: number) =>
  full(
    `The plugin [${plugin}] has ${limit} jobs that wait, which is the limit (ATRIUM_JOB_BACKLOG). Find out why they do not end: their handler may be slow or fail, or there is none. Nothing was added.`,
  )

const eventsFull = (plugin: string, { subscriber, limit }: { subscriber: string; limit: number }) =>
  full(
    `The events of the plugin [${plugin}] that wait for [${subscriber}] have reached the limit of ${limit} (ATRIUM_JOB_BACKLOG). Find out why [${subscriber}] does not keep up: it may be inactive, slow or fail; or [${plugin}] emits too much. Nothing was emitted.`,
  )

interface TooMany {
  readonly subscriber: string
  readonly count: number
  readonly limit: number
}

const tooManyEvents = (plugin: string, { subscriber, count, limit }: TooMany) =>
  full(
    `The plugin [${plugin}] emitted ${count} events at once, for which there is no room: at most ${limit} may wait for [${subscriber}] (ATRIUM_JOB_BACKLOG). Emit fewer at once. Nothing was emitted.`,
  )
