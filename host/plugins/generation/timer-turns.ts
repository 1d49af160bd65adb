import { AsyncResource } from 'node:async_hooks'

/** The pause that the timers of a plugin make after each run, as a multiple of its time until its first `await`. */
const STEP_BACK = 3

/** Milliseconds. */
const LONGEST_STEP_BACK = 250

type Run = () => Promise<void>

/**
 * Runs the timers of one plugin one after another, in at most a quarter of the event loop's time, so that a plugin with very many timers
 * blocks nobody. Asynchronous work of a run continues while the next run begins.
 */
export class TimerTurns {
  readonly #signal: AbortSignal
  readonly #waiting: (() => void)[] = []
  /** By `performance.now()`. */
  #freeAt = 0
  #isServing = false

  /** @param signal aborts when the timers end: waiting ones then do not run */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /**
   * Runs at once if it is free, or else later in the present asynchronous context. Settles as `run` does; never if the timers end before.
   */
  take(run: Run): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(AsyncResource.bind(() => void this.#begin(run).then(resolve, reject)))
      if (!this.#isServing) this.#serve()
    })
  }

  /** Begins the next run if it is free, and checks again while others wait. */
  readonly #serve = (): void => {
    if (this.#signal.aborted) return
    if (performance.now() >= this.#freeAt) this.#waiting.shift()?.()
    this.#isServing = this.#waiting.length > 0
    if (this.#isServing) setTimeout(this.#serve, Math.max(1, this.#freeAt - performance.now())).unref()
  }

  #begin(run: Run): Promise<void> {
    const begun = performance.now()
    try {
      return run()
    } finally {
      const now = performance.now()
      this.#freeAt = now + Math.min(STEP_BACK * (now - begun), LONGEST_STEP_BACK)
    }
  }
}
