import type { Knex } from 'knex'
import type { Logger } from '../log/index.ts'

/** What Knex has to say, as lines of the host's log. Connections that fail are told by the errors of those who wanted them. */
export function knexLog(log: Logger): Knex.Logger {
  return {
    error: (message: unknown) => log.error(`Knex: ${String(message)}`),
    warn: (message: unknown) => log.debug(`Knex: ${String(message)}`),
    deprecate: (method: string, alternative: string) => log.warn(`Knex: ${method} is deprecated, use ${alternative}`),
    debug: (message: unknown) => log.trace({ details: message }, 'Knex'),
  }
}
