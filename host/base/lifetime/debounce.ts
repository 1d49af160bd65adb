import type { Undo } from '@atrium/sdk'

/** A call that a burst of calls makes only once. */
export interface Debounced {
  (): void
  /** Forgets the calls that wait. */
  readonly cancel: Undo
}

/**
 * Makes a function that runs `work` once for a burst of calls: this many milliseconds after the last one, or, without
 * `milliseconds`, at the end of the present turn of the event loop.
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

/** Collects notes for the rest of the turn of the event loop, and hands them over at its end, in the order of the first note of each key. */
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

  /** @param merge makes one note of a former one of the same key and this one. Default: this one replaces it. */
  add(key: Key, note: Note, merge: (former: Note) => Note = () => note): void {
    const former = this.#notes.get(key)
    this.#notes.set(key, former === undefined ? note : merge(former))
    this.#handOver()
  }

  /** Drops the notes that were not handed over yet. */
  readonly stop: Undo = () => this.#handOver.cancel()
}

/** Makes a function that never does `work` twice at once: a call while the work runs has it done once more afterwards. */
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
      // Not in a `then`, which runs later: a call in between would be forgotten.
      running = undefined
    }
  }
  return () => {
    isWanted = true
    running ??= workWhileWanted()
    return running
  }
}
