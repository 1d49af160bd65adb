import type { Undo } from '@atrium/sdk'
import type { Lease } from './lease.ts'

/** Counts the work under way in a generation, tells it when the generation has to end, and lets go of what does not. */
export class Hold implements Lease {
  readonly #abort = new AbortController()
  readonly #pins = new Set<{ onDropped: (() => void) | undefined }>()
  readonly #waiting = new Set<() => void>()

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Nothing is under way. */
  get isIdle(): boolean {
    return this.#pins.size === 0
  }

  pin(onDropped?: () => void): Undo {
    const pin = { onDropped }
    this.#pins.add(pin)
    return () => {
      this.#pins.delete(pin)
      if (this.#pins.size > 0) return
      for (const resolve of this.#waiting) resolve()
      this.#waiting.clear()
    }
  }

  /** Resolves as soon as nothing is under way. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add(resolve))
  }

  /** Aborts the signal: all that is under way shall end. Twice is harmless. */
  end(): void {
    this.#abort.abort()
  }

  /** Lets go of what has not ended. */
  drop(): void {
    for (const { onDropped } of [...this.#pins]) onDropped?.()
    this.#pins.clear()
  }
}
