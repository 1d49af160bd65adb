import { type EndTurn, Turns } from '../../base/lifetime/index.ts'
import { tooManyRequests } from '../auth/index.ts'

/** What is limited: the operations of plugins, those of the platform itself, such as signing in, or lists that are sent as files. */
type Served = 'plugins' | 'platform' | 'files'

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
  /** Milliseconds after which a turn ends if others wait, although its request goes on. Default 100. */
  readonly longest?: number
}

/**
 * Enough to keep the event loop and all connections to the database busy. With more at once, each step of a request waits for a step of
 * all others.
 */
const AT_ONCE = 16

/** Milliseconds after which a turn ends if others wait, although its request goes on. It then waits for something else, or is a stream. */
const LONGEST = 100

/** How many lists are sent as files at once. Each may work for seconds, and keeps records that its client has not read yet. */
const FILES_AT_ONCE = 8

/**
 * Lets callers take turns at beginning requests and messages, whichever connections they come by. Everything runs on one event loop, so
 * thousands of requests that are under way at once delay each step of everybody else's, even if each of them is quick. Alone, a caller has
 * half of the turns; beside others it has its share, and who has had little goes first. Operations of the platform have turns of their own,
 * and so have files, whose turns last until they are sent.
 */
export class CallerTurns {
  readonly #turns: Readonly<Record<Served, Turns>>

  constructor(given: CallerTurnsOptions = {}) {
    const { unlimited, atOnce = AT_ONCE, wait = 10_000, mostWaiting = 2_000, longest = LONGEST } = given
    const turns = (most: number, longest?: number) =>
      new Turns({
        ...{ wait, mostWaiting, longest, patience: wait, late: tooManyUnderWay },
        atOnce: unlimited === true ? Infinity : most,
      })
    this.#turns = {
      plugins: turns(atOnce, longest),
      platform: turns(atOnce, longest),
      files: turns(FILES_AT_ONCE),
    }
  }

  /**
   * Begins a turn of a caller, at once if it is free.
   * @throws ApiError `too_many_requests` if none begins in time
   */
  begin(caller: string, served: Served): EndTurn | Promise<EndTurn> {
    const turns = this.#turns[served]
    // A promise, because the request must not go on in the asynchronous context of the one whose turn has ended.
    return turns.take(caller) ?? turns.wait(caller, (end) => end)
  }
}

const tooManyUnderWay = (caller: string) =>
  tooManyRequests(`Too many requests are under way, so this one of [${caller}] was not begun; nothing was changed.`, 0)
