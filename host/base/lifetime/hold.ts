import type { Undo } from '@atrium/sdk'

/** What keeps a generation in place while work of it is under way (ARCHITECTURE: Generations). */
export interface Lease {
  /** Aborted when the generation has to end. */
  readonly signal: AbortSignal
  /**
   * Keeps the generation from being disposed of until the undo is called; twice is harmless. `onDropped` runs if the generation
   * goes all the same, some seconds after its signal was aborted.
   */
  pin(onDropped?: () => void): Undo
}

/** Counts the work under way, says when there is none left, and can tell it to end. */
export class Hold implements Lease {
  readonly #abort = new AbortController()
  readonly #pins = new Set<{ onDropped: (() => void) | undefined }>()
  readonly #waiting = new Set<() => void>()

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Whether no work is under way. */
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

  /** Resolves as soon as no work is under way. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add(resolve))
  }

  /** Aborts the signal, so that work under way ends. Twice is harmless. */
  end(): void {
    this.#abort.abort()
  }

  /** Stops waiting for work that has not ended, and calls its `onDropped`. */
  drop(): void {
    for (const { onDropped } of [...this.#pins]) onDropped?.()
    this.#pins.clear()
  }
}
