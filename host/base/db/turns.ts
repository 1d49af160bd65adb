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
  acquireConnection(): Promise<PooledConnection>
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
  client.acquireConnection = async () => {
    const owner = ownerOf() ?? PLATFORM
    if (owner === PLATFORM && reserved > 0) return acquire()
    const turn = turns.take(owner)
    if (turn !== undefined) await turn
    try {
      return Object.assign(await acquire(), { turnOf: owner })
    } catch (error) {
      turns.give(owner)
      throw error
    }
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

const PLATFORM = ''

interface Owner {
  using: number
  /** How many turns it had. */
  turns: number
  /** Each begins a turn that somebody waits for. */
  readonly waiting: Set<() => void>
}

/**
 * Shares something that only a few can use at once. An owner gets another one while more are free than it has: alone it uses half of
 * them, beside another one less, so that several greedy owners together leave something for the next. Waiting owners are served in turn,
 * the platform first.
 */
export class Turns {
  readonly #atOnce: number
  readonly #patience: number
  /** Owners that use it or wait for it. The one that was served last is at the end. */
  readonly #owners = new Map<string, Owner>()
  #using = 0
  #waiting = 0
  /** When an owner last gave up that had no turn while it waited, by `performance.now()`. */
  starvedAt = -Infinity

  /** @param options.patience milliseconds that the platform waits; the others wait 5 s */
  constructor({ atOnce, patience }: { atOnce: number; patience: number }) {
    this.#atOnce = atOnce
    this.#patience = patience
  }

  /**
   * Begins a turn of the owner at once, or resolves when it begins. `give` ends it.
   * @throws DatabaseError `turn_late`
   */
  take(name: string): Promise<void> | undefined {
    const owner = this.#owners.get(name) ?? { using: 0, turns: 0, waiting: new Set() }
    this.#owners.set(name, owner)
    return this.#begins(owner) ? undefined : this.#wait(name, owner)
  }

  /** Ends a turn of the owner. */
  give(name: string): void {
    const owner = this.#owners.get(name)
    if (owner === undefined) return
    owner.using -= 1
    this.#using -= 1
    this.#forgetIdle(name, owner)
    if (this.#waiting > 0) this.#serveNext()
  }

  /** Begins a turn if the owner gets one now, and returns whether it does. */
  #begins(owner: Owner): boolean {
    if (owner.using >= this.#atOnce - this.#using) return false
    owner.using += 1
    owner.turns += 1
    this.#using += 1
    return true
  }

  #wait(name: string, owner: Owner): Promise<void> {
    const { turns } = owner
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
        this.#forgetIdle(name, owner)
        reject(turnLate())
      }
      const timer = setTimeout(giveUp, name === PLATFORM ? this.#patience : WAIT_LIMIT)
      owner.waiting.add(begin)
      this.#waiting += 1
    })
  }

  #serveNext(): void {
    const platform = this.#owners.get(PLATFORM)
    const others = platform === undefined ? this.#owners : new Map([[PLATFORM, platform], ...this.#owners])
    for (const [name, owner] of others) {
      const [begin] = owner.waiting
      if (begin === undefined || !this.#begins(owner)) continue
      this.#owners.delete(name)
      this.#owners.set(name, owner)
      return begin()
    }
  }

  #forgetIdle(name: string, { using, waiting }: Owner): void {
    if (using === 0 && waiting.size === 0) this.#owners.delete(name)
  }
}

const turnLate = () =>
  new DatabaseError('turn_late', 'Others used the database for too long. Nothing was changed; send the request again.')
