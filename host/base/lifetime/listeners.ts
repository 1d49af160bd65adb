import type { Undo } from '@atrium/sdk'

/** The functions to call at a change, in the order in which they were added. A listener must not throw. */
export class Listeners<Change> {
  readonly #listeners = new Set<(change: Change) => void>()

  add(listener: (change: Change) => void): Undo {
    // A wrapper, so that the same function may listen twice.
    const own = (change: Change) => listener(change)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}
