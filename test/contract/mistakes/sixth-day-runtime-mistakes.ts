import type { RuntimeMistake } from './mistake.ts'
import { MORE, routesWith } from './more-routes.ts'

const FIX = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** A statement of the handler that rents a van. */
const statement = (title: string, sent: string, message: string): RuntimeMistake => ({
  title,
  file: 'src/routes.ts',
  from: "    await events.emit('fleet.rented'",
  to: `    await db${sent}\n    await events.emit('fleet.rented'`,
  told: { code: 'handler_failed', at: 'src/routes.ts:15', message: `DatabaseError: ${message}`, fix: FIX },
})

const OF_THE_PLATFORM =
  'A plugin may not change the table [platform_users], which belongs to the platform. Correct its name; the tables of a plugin begin with its id.'

/** A store that finds vans by more than their fields, and a search in it. */
const searching = (title: string, found: string, message: string): RuntimeMistake => ({
  title,
  file: 'src/routes.ts',
  from: "search: ['name'],",
  to: `search: ['name'],\n    search_also: async () => ${found},`,
  asks: 'GET /vans?q=transit',
  told: {
    code: 'handler_failed',
    at: 'src/routes.ts:14',
    message: `TypeError: [search_also] returned ${message}`,
    fix: FIX,
  },
})

/** Mistakes that nobody was told of, or only in a few words. */
export const SIXTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  statement('a handler drops a table of the platform', ".raw('DROP TABLE platform_users')", OF_THE_PLATFORM),
  statement(
    'a handler changes a table of the platform',
    ".schema.alterTable('platform_users', (table) => table.text('more'))",
    OF_THE_PLATFORM,
  ),
  statement(
    'a handler writes to a table of the platform',
    "('platform_users').delete()",
    'A plugin may not write to [platform_users], which belongs to the platform. Use its routes: `context.call(…)`.',
  ),
  searching(
    'what is searched besides is a flat list',
    "[{ field: 'status', comparison: 'eq', values: ['idle'] }]",
    '[[{"field":"status","comparison":"eq","values":["idle"]}]] instead of lists of filters. Write it like `[[{ field: \'name\', comparison: \'eq\', values: [\'…\'] }]]`.',
  ),
  searching(
    'what is searched besides is a misspelt field',
    "[[{ field: 'statsu', comparison: 'eq', values: ['idle'] }]]",
    'a filter of [statsu], which is not a field of the record. Did you mean [status]?',
  ),
  {
    title: 'a file is put without await',
    ...MORE,
    files: {
      'src/more.ts':
        "export const more = (routes, { files }) =>\n  routes.post('/more', { permission: 'fleet.vans.view' }, () => {\n    files.put('a receipt')\n    return 1\n  })\n",
    },
    asks: 'POST /more',
    told: {
      code: 'statement_not_awaited',
      at: 'src/more.ts:3',
      message: '[POST /api/v1/fleet/more] ended before its statement [context.files.put(…)], which it does not await.',
      fix: 'Write `await` before the statement or the call of the store at this line, or return it. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
    },
  },
  {
    title: 'the code of an error is a sentence',
    ...MORE,
    ...routesWith("new ApiError('Not Found', { status: 404, detail: 'There is no such van.' })", 'ApiError'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message:
        'TypeError: [new ApiError] gets [Not Found] instead of a code. Write a name without spaces, such as [not_found], and the text as its detail.',
      fix: FIX,
    },
  },
  {
    title: 'what runs after a change changes its own record',
    file: 'src/routes.ts',
    from: "search: ['name'],",
    to: "search: ['name'],\n    after: (van) => vans.update(van.id, { price: van.price + 1 }),",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:14',
      message:
        'TypeError: [after] of the store of [fleet_vans] changes a record of that store, and so calls itself without end. Change the record in [before], or only if something differs.',
      fix: FIX,
    },
  },
]
