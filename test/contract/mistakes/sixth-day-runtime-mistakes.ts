import type { RuntimeMistake } from './mistake.ts'

const FIX = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** A statement of the handler that rents a van. */
const statement = (title: string, sent: string, message: string): RuntimeMistake => ({
  title,
  file: 'src/routes.ts',
  from: "    await events.emit('fleet.rented'",
  to: `    await db${sent}\n    await events.emit('fleet.rented'`,
  told: { code: 'handler_failed', at: 'src/routes.ts:15', message: `DatabaseError: ${message}`, fix: FIX },
})

const CHANGES_TABLES =
  'Only migrations change tables: the host applies each once, and undoes it with its plugin. Write a migration.'

/** Mistakes that nobody was told of, or only in a few words. */
export const SIXTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  statement(
    'a handler drops a table of the platform',
    ".raw('DROP TABLE platform_users')",
    `A plugin may not send [DROP TABLE platform_users]. ${CHANGES_TABLES}`,
  ),
  statement(
    'a handler changes a table',
    ".schema.alterTable('fleet_vans', (table) => table.text('more'))",
    `A plugin may not call [db.schema.alterTable('fleet_vans')]. ${CHANGES_TABLES}`,
  ),
  statement(
    'a handler writes to a table of the platform',
    "('platform_users').delete()",
    'A plugin may not write to [platform_users], which belongs to the platform. Use its routes: `context.call(…)`.',
  ),
]
