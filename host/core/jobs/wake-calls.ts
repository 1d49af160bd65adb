import type { Database } from '../../base/db/index.ts'
import type { Logger } from '../../base/log/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'

const CHANNEL = 'atrium_jobs'

/** Hosts on one database wake each other where there is something to do. A call that is lost costs a few seconds, nothing else. */
export class WakeCalls {
  readonly #signals: Database['signals']
  readonly #host: string
  readonly #log: Logger
  readonly #wake: (plugin: string) => void
  readonly #pending = new Set<string>()
  readonly #callAll = singleFlight(() => this.#callOnce())
  #stop: (() => Promise<void>) | undefined

  constructor(
    { signals }: Database,
    { host, log, wake }: { host: string; log: Logger; wake: (plugin: string) => void },
  ) {
    this.#signals = signals
    this.#host = host
    this.#log = log
    this.#wake = wake
  }

  listen(): void {
    this.#stop = this.#signals?.listen(CHANNEL, (word) => this.#hear(word))
  }

  /** Calls while one is under way are made together, after it. */
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
      this.#log.debug({ err }, 'other hosts could not be woken; they find the jobs by themselves')
    }
  }

  #hear(word: string): void {
    const [host, ...plugins] = word.split(' ')
    if (host !== this.#host) for (const plugin of plugins) this.#wake(plugin)
  }
}
