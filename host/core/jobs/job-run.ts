import type { Handler } from './handlers.ts'
import type { JobRow } from './job-row.ts'
import { onOwnAccount } from './on-own-account.ts'

/** Longer than any job should take: one that hangs gives its place up at last. */
const LIMIT = 60 * 60_000
/** How long a job that was told to end may take to do so. */
const LAST_CALL = 5_000

/** Why a run has to end: the host closes, another host has the job, or it takes too long. */
type Reason = 'closing' | 'lost' | 'late'

/** What came of a try; `interrupted` is nobody's fault. */
export type JobOutcome =
  { readonly state: 'done' | 'interrupted' | 'lost' } | { readonly state: 'failed'; readonly error: unknown }

/** One try of one job. */
export class JobRun {
  readonly row: JobRow
  readonly #stopping = new AbortController()
  #reason: Reason | undefined

  constructor(row: JobRow) {
    this.row = row
  }

  /** Aborts the signal. Work that goes on all the same is waited for 5 s and then left to itself. */
  stop(reason: Reason): void {
    this.#reason ??= reason
    this.#stopping.abort()
  }

  /** Runs the handlers one after the other, on the plugin's own account. Never rejects. */
  async run(handlers: readonly Handler[]): Promise<JobOutcome> {
    const limit = setTimeout(() => this.stop('late'), LIMIT)
    limit.unref()
    try {
      for (const handler of handlers) await Promise.race([this.#hand(handler), this.#abandoned()])
      return { state: 'done' }
    } catch (error) {
      return this.#failure(error, handlers)
    } finally {
      clearTimeout(limit)
    }
  }

  #hand({ lease, run }: Handler): Promise<void> {
    const signal = AbortSignal.any([lease.signal, this.#stopping.signal])
    return onOwnAccount(() => run(this.row, signal), { plugin: this.row.plugin, lease, signal })
  }

  #abandoned(): Promise<never> {
    const { signal } = this.#stopping
    return new Promise((_, reject) => {
      const abandon = () => void setTimeout(() => reject(signal.reason as Error), LAST_CALL).unref()
      if (signal.aborted) abandon()
      else signal.addEventListener('abort', abandon, { once: true })
    })
  }

  #failure(error: unknown, handlers: readonly Handler[]): JobOutcome {
    if (this.#reason === 'lost') return { state: 'lost' }
    if (this.#reason === 'late')
      return { state: 'failed', error: new Error(`It was not done within ${LIMIT / 60_000} minutes.`) }
    const isInterrupted = this.#reason === 'closing' || handlers.some(({ lease }) => lease.signal.aborted)
    return isInterrupted ? { state: 'interrupted' } : { state: 'failed', error }
  }
}
