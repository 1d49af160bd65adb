import { setTimeout as pause } from 'node:timers/promises'

/** Counts work that is under way, for whoever has to wait until there is none. */
export class Underway {
  readonly #running = new Set<Promise<unknown>>()

  /** The same function; what it does counts until it is done. */
  counting<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    return async (...args) => {
      const promise = work(...args)
      this.#running.add(promise)
      try {
        return await promise
      } finally {
        this.#running.delete(promise)
      }
    }
  }

  /** Resolves when all of it has ended, at the latest after so many milliseconds. */
  async ended(patience: number): Promise<void> {
    if (this.#running.size === 0) return
    const abort = new AbortController()
    const late = pause(patience, undefined, { signal: abort.signal }).catch(() => undefined)
    await Promise.race([Promise.allSettled(this.#running), late])
    abort.abort()
  }
}
