import type { Undo } from '@atrium/sdk'

/** Keeps a generation from being disposed of while its work is under way (ARCHITECTURE: Generations). */
export interface Lease {
  /** Aborted when the generation must end. */
  readonly signal: AbortSignal
  /** Milliseconds for which work held the event loop before it first waited. Code that runs work adds to it. */
  loopMs?: number
  /**
   * Keeps the generation alive until the undo is called; calling it twice is harmless. `onDropped` runs if the generation is disposed
   * of anyway, some seconds after its signal was aborted.
   */
  pin(onDropped?: () => void): Undo
}

/** Tracks running work, reports when none is left, and can request its end. */
export class Hold implements Lease {
  loopMs = 0
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

  /** Aborts the signal, so that work under way ends. Calling it twice is harmless. */
  end(): void {
    this.#abort.abort()
  }

  /** Stops waiting for unfinished work and calls its `onDropped`. */
  drop(): void {
    for (const { onDropped } of [...this.#pins]) onDropped?.()
    this.#pins.clear()
  }
}
