import type { Handler } from './handlers.ts'
import type { JobRow } from './job-table.ts'
import { onOwnAccount } from './on-own-account.ts'

/** Milliseconds after which a job counts as hanging and is stopped. */
const LIMIT = 60 * 60_000
/** Milliseconds that a handler of an event may take by default: others of the plugin wait for it. */
const EVENT_LIMIT = 10_000
/** Milliseconds that a stopped job may take to end. Handlers of events get no signal to end. */
const LAST_CALL = 5_000

/** Why a run must end: the host closes, another host has taken the job, or it takes too long. */
type Reason = 'closing' | 'lost' | 'late'

/** A try that counts as failed. */
export interface FailedTry {
  readonly state: 'failed'
  readonly error: unknown
  /** What the author can do, if the error does not say it. */
  readonly fix?: string
}

/** The outcome of a try. An `interrupted` try does not count. */
export type JobOutcome = { readonly state: 'done' | 'interrupted' | 'lost' } | FailedTry

/** One try of one job. */
export class JobRun {
  readonly row: JobRow
  /** The handler that runs, or ran last. */
  handler: Handler | undefined
  readonly #limit: number
  readonly #stopping = new AbortController()
  #reason: Reason | undefined

  /** @param options.eventLimit milliseconds that a handler of an event may take; may be infinite */
  constructor(row: JobRow, { eventLimit = EVENT_LIMIT }: { eventLimit?: number | undefined } = {}) {
    this.row = row
    this.#limit = row.kind === 'event' ? eventLimit : LIMIT
  }

  /** Aborts the signal. If the work does not end within 5 s, it is abandoned; a late handler of an event is abandoned at once. */
  stop(reason: Reason): void {
    this.#reason ??= reason
    this.#stopping.abort()
  }

  /** Runs the handlers one after another, on the plugin's own account. Never rejects. */
  async run(handlers: readonly Handler[]): Promise<JobOutcome> {
    try {
      for (const handler of handlers) await this.#hand(handler)
      return { state: 'done' }
    } catch (error) {
      return this.#failure(error, handlers)
    }
  }

  async #hand(handler: Handler): Promise<void> {
    this.handler = handler
    const limit = this.#limit < Infinity ? setTimeout(() => this.stop('late'), this.#limit).unref() : undefined
    try {
      await Promise.race([this.#work(handler), this.#abandoned()])
    } finally {
      clearTimeout(limit)
    }
  }

  #work({ lease, run }: Handler): Promise<void> {
    const signal = AbortSignal.any([lease.signal, this.#stopping.signal])
    return onOwnAccount(() => run(this.row, signal), { plugin: this.row.plugin, lease, signal, origin: 'job' })
  }

  #abandoned(): Promise<never> {
    const { signal } = this.#stopping
    return new Promise((_, reject) => {
      const give = () => reject(signal.reason as Error)
      const abandon = () => (this.#isLateEvent ? give() : void setTimeout(give, LAST_CALL).unref())
      if (signal.aborted) abandon()
      else signal.addEventListener('abort', abandon, { once: true })
    })
  }

  get #isLateEvent(): boolean {
    return this.row.kind === 'event' && this.#reason === 'late'
  }

  #failure(error: unknown, handlers: readonly Handler[]): JobOutcome {
    if (this.#reason === 'lost') return { state: 'lost' }
    if (this.#isLateEvent) return lateEvent(this.row, this.#limit)
    if (this.#reason === 'late')
      return { state: 'failed', error: new Error(`The job did not finish within ${LIMIT / 60_000} minutes.`) }
    const isInterrupted = this.#reason === 'closing' || handlers.some(({ lease }) => lease.signal.aborted)
    return isInterrupted ? { state: 'interrupted' } : { state: 'failed', error }
  }
}

const lateEvent = ({ name }: JobRow, limit: number): FailedTry => ({
  state: 'failed',
  error: new Error(
    `The handler of the event [${name}] did not finish within ${limit / 1_000} s. Later events no longer wait for it; this one is delivered again.`,
  ),
  fix: 'Await nothing that may never end, and do long work in a job: call `jobs.add` in the handler.',
})
