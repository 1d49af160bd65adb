import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { HostLogger } from '../log/index.ts'
import { DatabaseError } from './database-error.ts'

/** Milliseconds that a statement waits for a lock, a free connection or the server before it fails as `busy`. */
export const WAIT_LIMIT = 5_000

/** The longest time of a timer in milliseconds, minus what is added to it. */
export const LONGEST = 2 ** 30

/**
 * Throws if BEGIN or SAVEPOINT failed. Knex's `query` then rejects the transaction but resolves with undefined, and Knex would run the
 * container outside any transaction.
 */
export async function begun(begin: Promise<unknown>): Promise<unknown> {
  const answer = await begin
  if (answer === undefined) throw new Error('The transaction could not begin.')
  return answer
}

/** Explains the error with which Knex rejects a transaction that was rolled back by hand. Other errors stay unchanged. */
export function explainRollback(error: unknown): unknown {
  const rolledBackByHand = error instanceof Error && error.message.startsWith('Transaction rejected with non-error')
  if (!rolledBackByHand) return error
  return new DatabaseError(
    'transaction_rolled_back',
    'The transaction was rolled back explicitly. Nothing was changed.',
  )
}

/** Runs a ping. @throws DatabaseError `database_unavailable` if the database does not answer */
export async function requireAnswer(ping: () => Promise<void>): Promise<void> {
  try {
    await ping()
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    const message = 'The database does not answer. See the log for the driver’s error.'
    throw new DatabaseError('database_unavailable', message, { cause })
  }
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
    debug: (message: unknown) => log.trace('Knex', { details: message }),
  }
}
