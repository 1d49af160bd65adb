import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { waitingFor } from './share-connections.ts'

/** The connections of a pool by state, and the number of waiting requests. */
export interface PoolCounts {
  /** `writer` and `reader` on SQLite, `all` on PostgreSQL. */
  readonly pool: string
  readonly used: number
  readonly free: number
  readonly waiting: number
  readonly most: number
}

interface Pool {
  readonly max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** Counts the connections of a database. */
export function poolsOf({ knex, reader }: Pick<Database, 'knex' | 'reader'>): PoolCounts[] {
  if (knex === reader) return [countsOf('all', knex)]
  return [countsOf('writer', knex), countsOf('reader', reader)]
}

function countsOf(name: string, knex: Knex): PoolCounts {
  const pool = (knex.client as { readonly pool: Pool }).pool
  const waiting = pool.numPendingAcquires() + waitingFor(knex)
  return { pool: name, used: pool.numUsed(), free: pool.numFree(), waiting, most: pool.max }
}
