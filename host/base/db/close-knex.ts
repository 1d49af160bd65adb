import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from '../log/index.ts'
import { WAIT_LIMIT } from './wait-limit.ts'

/** Closes the connections as they are given back. One that never is (a transaction begun by hand and forgotten) holds nobody up longer than 5 s. */
export async function closeKnex(knex: Knex, { log }: { log: Logger }): Promise<void> {
  const waiting = new AbortController()
  const late = pause(WAIT_LIMIT, undefined, waiting).then(
    () => log.warn('a database connection was never given back: a transaction was begun and not ended'),
    () => undefined,
  )
  await Promise.race([knex.destroy(), late])
  waiting.abort()
}
