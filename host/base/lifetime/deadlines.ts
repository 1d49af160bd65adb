import { outsideOfCalls } from './outside.ts'

/** Milliseconds between two looks. */
const LOOK = 50

/** Something that may take a limited time. */
export interface Timed {
  /** By `performance.now()`. */
  readonly endsAt: number
  /** Called outside of any call once the time is over, at most 50 ms late. */
  onLate(): void
}

/**
 * Everything that has a time limit and hardly ever needs it: each handler, each statement, each wait for a connection. One timer looks
 * at all of them, because a timer of its own for each costs as much as a part of the work, above all while asynchronous contexts are followed.
 */
class Deadlines {
  readonly #open = new Set<Timed>()
  #timer: NodeJS.Timeout | undefined

  add(timed: Timed): void {
    this.#open.add(timed)
    if (this.#timer === undefined) this.#wait()
  }

  /** It has ended in time. Nothing happens if it has not, or was never added. */
  delete(timed: Timed | undefined): void {
    if (timed !== undefined) this.#open.delete(timed)
  }

  #wait(): void {
    this.#timer = outsideOfCalls(() => setTimeout(this.#look, LOOK))
  }

  readonly #look = (): void => {
    const now = performance.now()
    const late = [...this.#open].filter(({ endsAt }) => endsAt <= now)
    this.#timer = undefined
    if (this.#open.size > late.length) this.#wait()
    // One may end what another is about.
    for (const timed of late) if (this.#open.delete(timed)) timed.onLate()
  }
}

export const deadlines = new Deadlines()
