import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'

/** Milliseconds that a statement waits for a lock, a free connection or the server before it fails as `busy`. */
export const WAIT_LIMIT = 5_000

/**
 * Throws if BEGIN or SAVEPOINT failed. Knex's `query` then rejects the transaction but resolves with undefined, and Knex would go on
 * to run the container outside any transaction.
 */
export async function begun(begin: Promise<unknown>): Promise<unknown> {
  const answer = await begin
  if (answer === undefined) throw new Error('The transaction could not begin.')
  return answer
}

/** Closes the connections as they are released. Waits up to 5 s for those that are still in use, such as a forgotten transaction. */
export async function closeKnex(knex: Knex, { log }: { log: HostLogger }): Promise<void> {
  const waiting = new AbortController()
  const late = pause(WAIT_LIMIT, undefined, waiting).then(
    () => log.warn('a database connection was not released: a transaction was begun but never ended'),
    () => undefined,
  )
  await Promise.race([knex.destroy(), late])
  waiting.abort()
}

/** Sends Knex's messages to the host's log. Warnings become debug lines, because callers receive an error for a failed connection anyway. */
export function knexLog(log: HostLogger): Knex.Logger {
  return {
    error: (message: unknown) => log.error(`Knex: ${String(message)}`),
    warn: (message: unknown) => log.debug(`Knex: ${String(message)}`),
    deprecate: (method: string, alternative: string) => log.warn(`Knex: ${method} is deprecated, use ${alternative}`),
    debug: (message: unknown) => log.trace({ details: message }, 'Knex'),
  }
}
