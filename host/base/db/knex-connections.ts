import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from '../log/index.ts'

/** Milliseconds that a statement waits for its turn (another process's lock, a free connection, a server) before it fails as `busy`. */
export const WAIT_LIMIT = 5_000

/**
 * Makes a failed BEGIN or SAVEPOINT fail: Knex's `query` has then rejected the transaction and resolves with nothing, and Knex
 * would go on to run the container outside of any transaction.
 */
export async function begun(begin: Promise<unknown>): Promise<unknown> {
  const answer = await begin
  if (answer === undefined) throw new Error('The transaction could not begin.')
  return answer
}

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

/** What Knex has to say, as lines of the host's log. Connections that fail are told by the errors of those who wanted them. */
export function knexLog(log: Logger): Knex.Logger {
  return {
    error: (message: unknown) => log.error(`Knex: ${String(message)}`),
    warn: (message: unknown) => log.debug(`Knex: ${String(message)}`),
    deprecate: (method: string, alternative: string) => log.warn(`Knex: ${method} is deprecated, use ${alternative}`),
    debug: (message: unknown) => log.trace({ details: message }, 'Knex'),
  }
}
