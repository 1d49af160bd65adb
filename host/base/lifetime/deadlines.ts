import { outsideOfCalls } from './outside.ts'

/** Milliseconds by which the end of something may be noticed late. */
const LATEST = 50

/** The longest time of a timer of Node, in milliseconds. */
export const LONGEST_TIMER = 2 ** 31 - 1

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
 * It waits for the earliest end that it knows. What ends in time leaves it alone, so with limits of 10 s it looks once in 10 s.
 */
class Deadlines {
  readonly #open = new Set<Timed>()
  #timer: NodeJS.Timeout | undefined
  /** When the timer looks next, by `performance.now()`. */
  #looksAt = Infinity

  add(timed: Timed): void {
    this.#open.add(timed)
    if (timed.endsAt < this.#looksAt - LATEST) this.#lookAt(timed.endsAt)
  }

  /** It has ended in time. Nothing happens if it has not, or was never added. */
  delete(timed: Timed | undefined): void {
    if (timed !== undefined) this.#open.delete(timed)
  }

  /** The timer alone keeps no process running: what it watches does. */
  #lookAt(time: number): void {
    clearTimeout(this.#timer)
    this.#looksAt = time
    const wait = Math.min(Math.max(0, time - performance.now()), LONGEST_TIMER)
    this.#timer = outsideOfCalls(() => setTimeout(this.#look, wait).unref())
  }

  readonly #look = (): void => {
    const now = performance.now()
    const late: Timed[] = []
    let next = Infinity
    for (const timed of this.#open) {
      if (timed.endsAt <= now) late.push(timed)
      else next = Math.min(next, timed.endsAt)
    }
    this.#looksAt = Infinity
    if (next < Infinity) this.#lookAt(next)
    // One may end what another is about.
    for (const timed of late) if (this.#open.delete(timed)) timed.onLate()
  }
}

export const deadlines = new Deadlines()
