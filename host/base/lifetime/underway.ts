import type { Undo } from '@atrium/sdk'
import { setTimeout as pause } from 'node:timers/promises'

/** Counts what is under way, for whoever has to wait until nothing is. */
export class Underway {
  #count = 0
  #onNone: () => void = () => undefined

  /** Something begins; the undo says that it is over. Twice is harmless. */
  begin(): Undo {
    let isOver = false
    this.#count += 1
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      if (this.#count === 0) this.#onNone()
    }
  }

  /** Resolves when nothing is under way, at the latest after so many milliseconds. */
  async ended(patience: number): Promise<void> {
    if (this.#count === 0) return
    const abort = new AbortController()
    const none = new Promise<void>((resolve) => (this.#onNone = resolve))
    const late = pause(patience, undefined, { signal: abort.signal }).catch(() => undefined)
    await Promise.race([none, late])
    abort.abort()
  }
}
