import type { Undo } from '@atrium/sdk'

/** Functions that are called on a change, in the order in which they were added. A listener must not throw. */
export class Listeners<Change> {
  readonly #listeners = new Set<(change: Change) => void>()

  add(listener: (change: Change) => void): Undo {
    // Wrapped, because the same function may be added twice.
    const own = (change: Change) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
