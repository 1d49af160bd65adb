import type { Database } from '../../base/db/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'

const CHANNEL = 'atrium_jobs'

interface WakeOptions {
  readonly host: string
  readonly log: HostLogger
  readonly wake: (plugin: string) => void
  /** Called after each (re)connection. */
  readonly wakeAll: () => void
}

/**
 * Wakes other hosts on the same database when there are jobs. A lost message only delays them by a few seconds: after each loss of the
 * connection, everything is woken.
 */
export class WakeCalls {
  readonly #signals: Database['signals']
  readonly #host: string
  readonly #log: HostLogger
  readonly #wake: (plugin: string) => void
  readonly #wakeAll: () => void
  readonly #pending = new Set<string>()
  readonly #callAll = singleFlight(() => this.#callOnce())
  #stop: (() => Promise<void>) | undefined

  constructor({ signals }: Database, { host, log, wake, wakeAll }: WakeOptions) {
    this.#signals = signals
    this.#host = host
    this.#log = log
    this.#wake = wake
    this.#wakeAll = wakeAll
  }

  listen(): void {
    this.#stop = this.#signals?.listen(CHANNEL, (word) => this.#hear(word))
  }

  /** Calls during a notification are combined into the next one. */
  call(plugin: string): void {
    if (this.#signals === undefined) return
    this.#pending.add(plugin)
    void this.#callAll()
  }

  async close(): Promise<void> {
    await this.#callAll()
    await this.#stop?.()
  }

  async #callOnce(): Promise<void> {
    const plugins = [...this.#pending]
    if (plugins.length === 0) return
    this.#pending.clear()
    try {
      await this.#signals?.notify(CHANNEL, [this.#host, ...plugins].join(' '))
    } catch (err) {
      this.#log.debug('other hosts could not be notified; they will find the jobs by polling', { err })
    }
  }

  #hear(word: string): void {
    // Messages in between were lost.
    if (word === '') return this.#wakeAll()
    const [host, ...plugins] = word.split(' ')
    if (host !== this.#host) for (const plugin of plugins) this.#wake(plugin)
  }
}
