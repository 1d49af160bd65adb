import { deadlines, type Timed, Turns, type TurnsOptions } from '../../base/lifetime/index.ts'
import { tooManyRequests } from '../auth/index.ts'

/** Ends a turn. A second call changes nothing. */
export type EndTurn = () => void

/** What is limited: the operations of plugins, or those of the platform itself, such as signing in. */
export type Served = 'plugins' | 'platform'

/** How many requests are worked on at once. */
interface CallerTurnsOptions {
  /** Default 16. */
  readonly atOnce?: number
  /** Everybody begins at once: to measure what the turns cost. Default false. */
  readonly unlimited?: boolean | undefined
  /** Milliseconds that a request waits for its turn. Default 10 s, as long as a handler may take. */
  readonly wait?: number
  /** How many requests of one caller may wait. Default 2,000. */
  readonly mostWaiting?: number
  /** Milliseconds after which a turn ends, although its request goes on. Default 100. */
  readonly longest?: number
}

/**
 * Enough to keep the event loop and all connections to the database busy. With more at once, each step of a request waits for a step of
 * all others.
 */
const AT_ONCE = 16

/** Milliseconds after which a turn ends, although its request goes on. It then waits for something else, or is a stream. */
const LONGEST = 100

/**
 * Lets callers take turns at beginning requests and messages, whichever connections they come by. Everything runs on one event loop, so
 * thousands of requests that are under way at once delay each step of everybody else's, even if each of them is quick. Alone, a caller has
 * half of the turns; beside others it has its share, and who has had little goes first. Operations of the platform have turns of their own.
 */
export class CallerTurns {
  readonly #longest: number
  readonly #turns: Readonly<Record<Served, Turns>>

  constructor(given: CallerTurnsOptions = {}) {
    const { unlimited, atOnce = AT_ONCE, wait = 10_000, mostWaiting = 2_000, longest = LONGEST } = given
    this.#longest = longest
    const options: TurnsOptions = {
      ...{ wait, mostWaiting, patience: wait, late: tooManyUnderWay },
      atOnce: unlimited === true ? Infinity : atOnce,
    }
    this.#turns = { plugins: new Turns(options), platform: new Turns(options) }
  }

  /**
   * Begins a turn of a caller, at once if it is free.
   * @throws ApiError `too_many_requests` if none begins in time
   */
  begin(caller: string, served: Served): EndTurn | Promise<EndTurn> {
    const turns = this.#turns[served]
    if (turns.take(caller)) return this.#turnOf(turns, caller)
    // A promise, because the request must not go on in the asynchronous context of the one whose turn has ended.
    return turns.wait(caller, () => this.#turnOf(turns, caller))
  }

  #turnOf(turns: Turns, caller: string): EndTurn {
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      deadlines.delete(turn)
      turns.give(caller)
    }
    const turn: Timed = { endsAt: performance.now() + this.#longest, onLate: end }
    deadlines.add(turn)
    return end
  }
}

const tooManyUnderWay = (caller: string) =>
  tooManyRequests(`Too many requests are under way, so this one of [${caller}] was not begun; nothing was changed.`, 0)
