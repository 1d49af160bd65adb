import type { Knex } from 'knex'
import { DatabaseError } from './database-error.ts'
import { WAIT_LIMIT } from './knex-connections.ts'

/** How the connections of a pool are shared. */
export interface ShareOptions {
  /** Connections that only the platform may use. */
  readonly reserved: number
  /** Milliseconds that the platform waits if none is reserved for it. */
  readonly patience: number
  /** Names who runs now; undefined: the platform itself. */
  readonly ownerOf: () => string | undefined
}

interface PooledConnection {
  turnOf?: string | undefined
}

interface PooledClient {
  readonly pool: { readonly max: number }
  /** SQLite lends a free connection at once. */
  acquireConnection(): PooledConnection | Promise<PooledConnection>
  releaseConnection(connection: PooledConnection): Promise<void>
}

/**
 * Lets owners take turns on the connections of a pool, so that neither many requests of one caller nor plugins that hang keep the
 * platform or the other callers waiting.
 */
export function shareConnections(knex: Knex, { reserved, patience, ownerOf }: ShareOptions): void {
  const client = knex.client as PooledClient
  const turns = new Turns({ atOnce: client.pool.max - reserved, patience })
  shared.set(client, turns)
  const [acquire, release] = [client.acquireConnection.bind(client), client.releaseConnection.bind(client)]
  const lend = async (owner: string, lent: Promise<PooledConnection>) => {
    try {
      return Object.assign(await lent, { turnOf: owner })
    } catch (error) {
      turns.give(owner)
      throw error
    }
  }
  client.acquireConnection = () => {
    const owner = ownerOf() ?? PLATFORM
    if (owner === PLATFORM && reserved > 0) return acquire()
    const turn = turns.take(owner)
    if (turn !== undefined) return turn.then(async () => lend(owner, Promise.resolve(acquire())))
    const lent = acquire()
    return lent instanceof Promise ? lend(owner, lent) : Object.assign(lent, { turnOf: owner })
  }
  client.releaseConnection = (connection) => {
    const { turnOf } = connection
    connection.turnOf = undefined
    const released = release(connection)
    if (turnOf !== undefined) turns.give(turnOf)
    return released
  }
}

const shared = new WeakMap<object, Turns>()

/** Whether an owner got none of these connections within its time, in the last so many milliseconds: others use all of them. */
export function isStarved(knex: Knex, { recently }: { recently: number }): boolean {
  const turns = shared.get(knex.client as object)
  return turns !== undefined && performance.now() - turns.starvedAt < recently
}

/** When anybody except this owner and the platform last began a turn on these connections, by `performance.now()`. */
export const lastTurnOfOthers = (knex: Knex, owner: string): number =>
  shared.get(knex.client as object)?.lastOfOthers(owner) ?? -Infinity

/** How many wait for one of these connections. */
export const waitingFor = (knex: Knex): number => shared.get(knex.client as object)?.waiting ?? 0

/** Whether anybody waits for one of these connections. */
export const isWaitedFor = (knex: Knex): boolean => waitingFor(knex) > 0

const PLATFORM = ''

interface Owner {
  readonly name: string
  using: number
  /** When `using` has changed last, by `performance.now()`. */
  changedAt: number
  /** Until when it has had its share: as long after the end of a turn as the turn took. */
  servedUntil: number
  /** How many turns it had. */
  turns: number
  /** Runs while it is idle, but has to stand back. */
  forgetting?: NodeJS.Timeout | undefined
  /** Each begins a turn that somebody waits for. */
  readonly waiting: Set<() => void>
}

/** Milliseconds. Shorter than others wait, so that whoever stands back is served, too. */
const LONGEST_STEP_BACK = 2_000

/** Milliseconds for which nobody has to be remembered. */
const SHORT = 5

/**
 * Shares something that only a few can use at once. An owner gets another one while more are free than it has: alone it uses half of
 * them, beside another one less, so that several greedy owners together leave something for the next. Waiting owners are served in turn,
 * the platform first. One whose turn took long stands back for as long if others wait, so many short turns get the same time as a few
 * long ones.
 */
export class Turns {
  readonly #patience: number
  /** Owners that use it or wait for it. The one that was served last is at the end. */
  readonly #owners = new Map<string, Owner>()
  /** How many more can be used at once. */
  #free: number
  #waiting = 0
  /** The latest turn, and the latest one of another owner. The platform's are left out. */
  #latest = { name: PLATFORM, at: -Infinity }
  #formerLatest = { name: PLATFORM, at: -Infinity }
  /** When an owner last gave up that had no turn while it waited, by `performance.now()`. */
  starvedAt = -Infinity

  /** @param options.patience milliseconds that the platform waits; the others wait 5 s */
  constructor({ atOnce, patience }: { atOnce: number; patience: number }) {
    this.#free = atOnce
    this.#patience = patience
  }

  /**
   * Begins a turn of the owner at once, or resolves when it begins. `give` ends it.
   * @throws DatabaseError `turn_late`
   */
  take(name: string): Promise<void> | undefined {
    const owner = this.#owners.get(name) ?? {
      name,
      using: 0,
      changedAt: 0,
      servedUntil: 0,
      turns: 0,
      waiting: new Set(),
    }
    this.#owners.set(name, owner)
    if (owner.using >= this.#free) return this.#wait(owner)
    this.#turn(owner, 1)
    return undefined
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** When another owner last began a turn. */
  lastOfOthers(name: string): number {
    return (this.#latest.name === name ? this.#formerLatest : this.#latest).at
  }

  /** Ends a turn of the owner. */
  give(name: string): void {
    const owner = this.#owners.get(name)
    if (owner === undefined) return
    this.#turn(owner, -1)
    this.#forgetIdle(owner)
    if (this.#waiting > 0) this.#serveNext()
  }

  /** Begins a turn of the owner (1) or ends one (-1). Notes the time that it has used until now. */
  #turn(owner: Owner, change: 1 | -1): void {
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
    if (this.#latest.name !== name) this.#formerLatest = this.#latest
    this.#latest = { name, at: now }
  }

  #wait(owner: Owner): Promise<void> {
    const { name, turns } = owner
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        owner.waiting.delete(begin)
        this.#waiting -= 1
      }
      const begin = () => {
        leave()
        resolve()
      }
      const giveUp = () => {
        leave()
        if (owner.using === 0 && owner.turns === turns) this.starvedAt = performance.now()
        this.#forgetIdle(owner)
        reject(turnLate())
      }
      const timer = setTimeout(giveUp, name === PLATFORM ? this.#patience : WAIT_LIMIT)
      owner.waiting.add(begin)
      this.#waiting += 1
    })
  }

  #serveNext(): void {
    const owner = this.#next()
    const [begin] = owner?.waiting ?? []
    if (owner === undefined || begin === undefined) return
    this.#turn(owner, 1)
    this.#owners.delete(owner.name)
    this.#owners.set(owner.name, owner)
    begin()
  }

  /** The platform, or the owner that has had its share for the longest time. */
  #next(): Owner | undefined {
    const now = performance.now()
    let next: Owner | undefined
    let earliest = Infinity
    for (const owner of this.#owners.values()) {
      if (owner.waiting.size === 0 || owner.using >= this.#free) continue
      if (owner.name === PLATFORM) return owner
      const servedUntil = Math.max(now, owner.servedUntil)
      if (servedUntil < earliest) [next, earliest] = [owner, servedUntil]
    }
    return next
  }

  /** Forgets an owner that neither uses nor wants it, as soon as it need not stand back any more. */
  #forgetIdle(owner: Owner): void {
    if (owner.using > 0 || owner.waiting.size > 0 || owner.forgetting) return
    const left = owner.servedUntil - performance.now()
    if (left < SHORT) return void this.#owners.delete(owner.name)
    owner.forgetting = setTimeout(() => {
      owner.forgetting = undefined
      this.#forgetIdle(owner)
    }, left).unref()
  }
}

const turnLate = () =>
  new DatabaseError('turn_late', 'Others used the database for too long. Nothing was changed; send the request again.')
