import { deadlines, type Timed } from './deadlines.ts'

/** The name of the platform among the owners. */
export const PLATFORM = ''

/** Ends a turn. A second call changes nothing. */
export type EndTurn = () => void

/** Somebody who waits for a turn. */
interface Waiting extends Timed {
  begin(end: EndTurn): void
}

interface Owner {
  readonly name: string
  using: number
  /** When `using` has changed last, by `performance.now()`. */
  changedAt: number
  /** When its pause ends: as long after the end of a turn as the turn took. */
  servedUntil: number
  /** How many turns it had. */
  turns: number
  /** Who came first is first. */
  readonly waiting: Waiting[]
}

/** Milliseconds. Shorter than others wait, so that an owner that pauses is served, too. */
const LONGEST_STEP_BACK = 2_000

/** Owners that are remembered, whether or not they use it. */
const MOST_OWNERS = 1_000

/** How something is shared. */
export interface TurnsOptions {
  /** How many can use it at once. */
  readonly atOnce: number
  /** Milliseconds that an owner waits. */
  readonly wait: number
  /** Milliseconds that the platform waits. */
  readonly patience: number
  /**
   * Milliseconds after which a turn ends if others wait, although its user goes on, because that one may wait for something else. Default:
   * a turn lasts until its user ends it.
   */
  readonly longest?: number | undefined
  /** How many turns of one owner may wait. Default: any number. */
  readonly mostWaiting?: number
  /** Makes the error for an owner that has waited too long, or for too many turns. */
  readonly late: (name: string) => Error
}

/**
 * Shares something that only a few can use at once. An owner gets another one while more are free than it has: alone it uses half of
 * them, beside another one less, so that several greedy owners together leave something for the next. Waiting owners are served in turn,
 * the platform first. One whose turn took long stands back for as long if others wait, so many short turns get the same time as a few
 * long ones. While nobody waits, a turn makes no promise, and no timer in any case: each statement is one.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #owners = new Map<string, Owner>()
  #mostOwners = MOST_OWNERS
  /** Owners for whom somebody waits. The one that was served last is at the end. */
  readonly #queue = new Set<Owner>()
  /** How many more can be used at once. */
  #free: number
  #waiting = 0
  /** The turns that last no longer than `longest`. Only while somebody waits does a timer look at them. */
  readonly #limited = new Set<Timed>()
  /** The latest turn, and the latest one of another owner. The platform's are left out. */
  #latest = { name: PLATFORM, at: -Infinity }
  #formerLatest = { name: PLATFORM, at: -Infinity }
  /** When an owner last gave up that had no turn while it waited, by `performance.now()`. */
  starvedAt = -Infinity

  constructor(options: TurnsOptions) {
    this.#free = options.atOnce
    this.#options = options
  }

  /** Begins a turn of the owner. Returns the function that ends it, or undefined if the owner has to wait. */
  take(name: string): EndTurn | undefined {
    const owner = this.#owners.get(name) ?? this.#newOwner(name)
    if (owner.using >= this.#free) return undefined
    this.#use(owner, 1)
    const { longest } = this.#options
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      if (limited && this.#limited.delete(limited)) deadlines.delete(limited)
      this.#use(owner, -1)
      if (this.#waiting > 0) this.#serveNext()
    }
    const limited: Timed | undefined =
      longest === undefined ? undefined : { endsAt: owner.changedAt + longest, onLate: end }
    if (limited) this.#limited.add(limited)
    if (limited && this.#waiting > 0) deadlines.add(limited)
    return end
  }

  /**
   * Resolves with what `use` returns, which is called with the function that ends the turn as soon as a turn of the owner begins. Rejects
   * with `late` if none begins in time, or at once if too many turns of the owner wait already: they would be late too, after having cost
   * memory.
   */
  wait<Result>(name: string, use: (end: EndTurn) => Result | Promise<Result>): Promise<Result> {
    const owner = this.#owners.get(name) ?? this.#newOwner(name)
    const { turns } = owner
    const { wait, patience, mostWaiting = Infinity, late } = this.#options
    if (owner.waiting.length >= mostWaiting) return Promise.reject(late(name))
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: (end) => resolve(use(end)),
        endsAt: performance.now() + (name === PLATFORM ? patience : wait),
        onLate: () => {
          owner.waiting.splice(owner.waiting.indexOf(waiting), 1)
          this.#leave(owner)
          if (owner.using === 0 && owner.turns === turns) this.starvedAt = performance.now()
          reject(late(name))
        },
      }
      // While somebody waits, turns that begin are added at once.
      if (this.#waiting === 0) for (const turn of this.#limited) deadlines.add(turn)
      owner.waiting.push(waiting)
      this.#queue.add(owner)
      this.#waiting += 1
      deadlines.add(waiting)
    })
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** When another owner last began a turn. */
  lastOfOthers(name: string): number {
    return (this.#latest.name === name ? this.#formerLatest : this.#latest).at
  }

  /** Begins a turn of the owner (1) or ends one (-1). Notes the time that it has used until now. */
  #use(owner: Owner, change: 1 | -1): void {
    const now = performance.now()
    const used = owner.using * (now - owner.changedAt)
    if (used > 0) owner.servedUntil = Math.min(Math.max(now, owner.servedUntil) + used, now + LONGEST_STEP_BACK)
    owner.changedAt = now
    owner.using += change
    this.#free -= change
    if (change < 0) return
    owner.turns += 1
    const { name } = owner
    if (name === PLATFORM) return
    if (this.#latest.name === name) {
      this.#latest.at = now
      return
    }
    this.#formerLatest = this.#latest
    this.#latest = { name, at: now }
  }

  #serveNext(): void {
    const owner = this.#next()
    const waiting = owner?.waiting.shift()
    if (owner === undefined || waiting === undefined) return
    deadlines.delete(waiting)
    this.#queue.delete(owner)
    this.#queue.add(owner)
    this.#leave(owner)
    const end = this.take(owner.name)
    if (end !== undefined) waiting.begin(end)
  }

  /** One of those who waited for the owner does so no longer. */
  #leave(owner: Owner): void {
    this.#waiting -= 1
    if (owner.waiting.length === 0) this.#queue.delete(owner)
  }

  /** The platform, or the owner that has had its share for the longest time. */
  #next(): Owner | undefined {
    const now = performance.now()
    let next: Owner | undefined
    let earliest = Infinity
    for (const owner of this.#queue) {
      if (owner.using >= this.#free) continue
      if (owner.name === PLATFORM) return owner
      const servedUntil = Math.max(now, owner.servedUntil)
      if (servedUntil < earliest) [next, earliest] = [owner, servedUntil]
    }
    return next
  }

  #newOwner(name: string): Owner {
    if (this.#owners.size >= this.#mostOwners) this.#forgetIdle()
    const owner: Owner = { name, using: 0, changedAt: 0, servedUntil: 0, turns: 0, waiting: [] }
    this.#owners.set(name, owner)
    return owner
  }

  /** Forgets owners that neither use nor want it and need not stand back any more. */
  #forgetIdle(): void {
    const now = performance.now()
    for (const { name, using, waiting, servedUntil } of this.#owners.values())
      if (using === 0 && waiting.length === 0 && servedUntil <= now) this.#owners.delete(name)
    this.#mostOwners = Math.max(MOST_OWNERS, 2 * this.#owners.size)
  }
}
