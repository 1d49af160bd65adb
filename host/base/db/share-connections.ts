import type { Knex } from 'knex'
import { type EndTurn, PLATFORM, Turns } from '../lifetime/index.ts'
import { DatabaseError } from './database-error.ts'
import { WAIT_LIMIT } from './knex-connections.ts'

/** How the connections of a pool are shared. */
export interface ShareOptions {
  /** Connections that only the platform may use. */
  readonly reserved: number
  /** Milliseconds that the platform waits if none is reserved for it. */
  readonly patience: number
  /** Returns the current owner; undefined: the platform itself. */
  readonly ownerOf: () => string | undefined
}

interface PooledConnection {
  endTurn?: EndTurn | undefined
}

interface PooledClient {
  readonly pool: { readonly max: number }
  /** SQLite lends a free connection at once. */
  acquireConnection(): PooledConnection | Promise<PooledConnection>
  releaseConnection(connection: PooledConnection): Promise<void>
}

/**
 * Makes owners take turns on the connections of a pool, so that neither many requests of one caller nor hanging plugins delay the platform
 * or other callers.
 */
export function shareConnections(knex: Knex, { reserved, patience, ownerOf }: ShareOptions): void {
  const client = knex.client as PooledClient
  const turns = new Turns({ atOnce: client.pool.max - reserved, wait: WAIT_LIMIT, patience, late: turnLate })
  shared.set(client, turns)
  const [acquire, release] = [client.acquireConnection.bind(client), client.releaseConnection.bind(client)]
  const lend = (end: EndTurn) => {
    const lent = acquire()
    if (lent instanceof Promise) return lendLater(lent, end)
    lent.endTurn = end
    return lent
  }
  client.acquireConnection = () => {
    const owner = ownerOf() ?? PLATFORM
    if (owner === PLATFORM && reserved > 0) return acquire()
    const end = turns.take(owner)
    return end === undefined ? turns.wait(owner, lend) : lend(end)
  }
  client.releaseConnection = (connection) => {
    const { endTurn } = connection
    connection.endTurn = undefined
    const released = release(connection)
    endTurn?.()
    return released
  }
}

async function lendLater(coming: Promise<PooledConnection>, end: EndTurn): Promise<PooledConnection> {
  try {
    const lent = await coming
    lent.endTurn = end
    return lent
  } catch (error) {
    end()
    throw error
  }
}

const shared = new WeakMap<object, Turns>()

/** Whether an owner got none of these connections in time, within the last `recently` milliseconds, because others use all of them. */
export function isStarved(knex: Knex, { recently }: { recently: number }): boolean {
  const turns = shared.get(knex.client as object)
  return turns !== undefined && performance.now() - turns.starvedAt < recently
}

/** When any owner except this one and the platform last began a turn on these connections, by `performance.now()`. */
export const lastTurnOfOthers = (knex: Knex, owner: string): number =>
  shared.get(knex.client as object)?.lastOfOthers(owner) ?? -Infinity

/** The number of requests waiting for one of these connections. */
export const waitingFor = (knex: Knex): number => shared.get(knex.client as object)?.waiting ?? 0

/** Whether a request is waiting for one of these connections. */
export const isWaitedFor = (knex: Knex): boolean => waitingFor(knex) > 0

const turnLate = () =>
  new DatabaseError('turn_late', 'Others used the database for too long. Nothing was changed; send the request again.')
