import type { Undo } from '@atrium/sdk'

/** A function that runs its work once for a burst of calls. */
export interface Debounced {
  (): void
  /** Cancels the waiting run. */
  readonly cancel: Undo
}

/**
 * Makes a function that runs `work` once for a burst of calls: this many milliseconds after the last call, or at the end of the
 * current turn of the event loop if `milliseconds` is not given.
 */
export function debounce(work: () => void, milliseconds?: number): Debounced {
  let cancel: Undo = () => undefined
  const ask = () => {
    cancel()
    cancel = milliseconds === undefined ? atEndOfTurn(work) : after(milliseconds, work)
  }
  return Object.assign(ask, { cancel: () => cancel() })
}

function atEndOfTurn(work: () => void): Undo {
  const pending = setImmediate(work)
  return () => clearImmediate(pending)
}

function after(milliseconds: number, work: () => void): Undo {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

/** Collects notes by key and delivers them at the end of the current turn of the event loop, in the order of the first note of each key. */
export class TurnNotes<Key, Note> {
  readonly #handOver: Debounced
  #notes = new Map<Key, Note>()

  constructor(take: (notes: ReadonlyMap<Key, Note>) => void) {
    this.#handOver = debounce(() => {
      const notes = this.#notes
      this.#notes = new Map()
      take(notes)
    })
  }

  /** @param merge combines this note with the previous note of the same key; default: this one replaces it */
  add(key: Key, note: Note, merge: (former: Note) => Note = () => note): void {
    const former = this.#notes.get(key)
    this.#notes.set(key, former === undefined ? note : merge(former))
    this.#handOver()
  }

  /** Drops the notes that have not been delivered yet. */
  readonly stop: Undo = () => this.#handOver.cancel()
}

/** Makes a function that never runs `work` concurrently. Calls during a run cause one more run after it. */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isWanted = false
  const workWhileWanted = async () => {
    try {
      while (isWanted) {
        isWanted = false
        await work()
      }
    } finally {
      // Not in a `then`, which runs later: a call in between would be lost.
      running = undefined
    }
  }
  return () => {
    isWanted = true
    running ??= workWhileWanted()
    return running
  }
}
