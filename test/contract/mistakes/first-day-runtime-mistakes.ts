import type { RuntimeMistake } from './mistake.ts'

const LINE = 'Correct the line that the finding names. The log has the whole error under the request id.'
const FIGURES = '() => ({ rented: 0, by_day: [] })'
const FIND = '() => [])'
const UPDATE = "return vans.update(params.van_id, { status: 'rented' })"
const SETUP = `export function setup({ jobs, events, contribute, every }) {
  jobs.handle('invoice', () => {})`

/** Mistakes that an author made who knew only the README and the SDK, and that show while the plugin runs. */
export const FIRST_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'a timer takes seconds for milliseconds',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60',
    told: {
      code: 'timer_hurried',
      at: 'src/work.ts:5',
      message: '[every(60, …)] runs 17 times a second: it takes milliseconds.',
      fix: 'Write `every(60_000, …)` for once a minute.',
    },
  },
  {
    title: 'a handler does not await a job',
    file: 'src/routes.ts',
    from: `await jobs.add('invoice', { van: params.van_id })
    ${UPDATE}`,
    to: "jobs.add('invoice', { van: params.van_id })",
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:16',
      message:
        "[POST /api/v1/fleet/vans/{van_id}/rent] ended before its statement [jobs.add('invoice')], which it does not await.",
      fix: 'Write `await` before the statement or the call of the store at this line, or return it. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
    },
  },
  {
    title: 'a handler does not await an event',
    file: 'src/routes.ts',
    from: `await events.emit('fleet.rented', { van: params.van_id })
    await jobs.add('invoice', { van: params.van_id })
    ${UPDATE}`,
    to: "events.emit('fleet.rented', { van: params.van_id })",
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:15',
      message:
        "[POST /api/v1/fleet/vans/{van_id}/rent] ended before its statement [events.emit('fleet.rented')], which it does not await.",
      fix: 'Write `await` before the statement or the call of the store at this line, or return it. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
    },
  },
  {
    title: 'an error of the database is passed over',
    file: 'src/routes.ts',
    from: UPDATE,
    to: "try { await db('fleet_vans').where({ id: 1 }).update({ stauts: 'rented' }) } catch {}",
    told: {
      code: 'statement_failed',
      at: 'src/routes.ts:17',
      message:
        "[POST /api/v1/fleet/vans/{van_id}/rent] went on after its statement [db('fleet_vans').update()] failed: SQLITE_ERROR: no such column: stauts",
      fix: 'Correct the statement at this line. Catch only the errors that you expect, and throw the others again.',
    },
  },
  {
    title: 'a route of another plugin that does not exist is called',
    file: 'src/routes.ts',
    from: `register_routes(routes, { db, events, jobs }) {`,
    to: "register_routes(routes, { db, events, jobs, call }) {\n  routes.get('/bays', { permission: 'fleet.vans.view' }, () => call('GET', '/api/v1/depot/bayz'))",
    asks: 'GET /bays',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:8',
      message:
        'There is no operation [GET /api/v1/depot/bayz]. Did you mean [/api/v1/depot/bays]? [/api/v1/openapi.json] and /docs describe all paths.',
      fix: LINE,
    },
  },
  {
    title: 'an answer is an object with the status of an error',
    file: 'src/routes.ts',
    from: FIND,
    to: "() => ({ status: 404, error: 'Not found' }))",
    asks: 'GET /find',
    told: {
      code: 'answer_status_ignored',
      at: 'src/routes.ts:20',
      message: '[GET /api/v1/fleet/find] answered with the status 200 and an object that says [404].',
      fix: "Throw an ApiError instead: `throw new ApiError('van_away', { status: 409, detail: 'The van is away.' })`.",
    },
  },
  {
    title: 'an answer is a Response',
    file: 'src/routes.ts',
    from: FIND,
    to: "() => new Response('Hello', { status: 201 }))",
    asks: 'GET /find',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:20',
      message:
        'TypeError: The answer contains a [Response], of which JSON keeps nothing. Answer a plain object or an array.',
      fix: LINE,
    },
  },
  {
    title: 'an answer is an error',
    file: 'src/routes.ts',
    from: FIND,
    to: "() => new Error('There is none.'))",
    asks: 'GET /find',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:20',
      message:
        'TypeError: The answer contains a [Error], of which JSON keeps nothing. Answer a plain object or an array.',
      fix: LINE,
    },
  },
  {
    title: 'an answer contains a BigInt',
    file: 'src/routes.ts',
    from: FIGURES,
    to: '() => ({ rented: 10n, by_day: [] })',
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message:
        'TypeError: [rented] of the answer is a BigInt, which has no JSON. Write `Number(…)` or `String(…)` around it.',
      fix: LINE,
    },
  },
  {
    title: 'a text is thrown',
    file: 'src/routes.ts',
    from: FIGURES,
    to: "() => { throw 'oops' }",
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message:
        "A value that is not an Error was thrown: [string]. Write `throw new Error('…')`, whose stack names the line.",
      fix: LINE,
    },
  },
  {
    title: 'a parameter is read under another name',
    file: 'src/routes.ts',
    from: 'vans.update(params.van_id,',
    to: 'vans.update(params.id,',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:17',
      message:
        'TypeError: [undefined] is not the id of a record. Is it read under the name that the path gives it: `params.van_id` of [/vans/{van_id}]?',
      fix: LINE,
    },
  },
  {
    title: 'a handler writes a misspelt field',
    file: 'src/routes.ts',
    from: "{ status: 'rented' })\n",
    to: "{ stauts: 'rented' })\n",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:14',
      message:
        'TypeError: The record schema has no field [stauts]. Did you mean [status]? Or add the field to the schema.',
      fix: LINE,
    },
  },
  {
    title: 'a GET changes something',
    file: 'src/routes.ts',
    from: FIND,
    to: "async () => { await db('fleet_vans').update({ price: 2 }); return [] })",
    asks: 'GET /find',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:20',
      message:
        '[GET /api/v1/fleet/find] only reads, but its handler wants to change the database. Nothing was changed.',
      fix: 'Make the change in a POST, a job, or a timer of `every` or `after`, and await it. A GET, a search and a tool with `read_only` only read.',
    },
  },
  {
    title: 'the handler of a job throws',
    file: 'src/work.ts',
    from: SETUP,
    to: SETUP.replace('() => {})', "() => { throw new Error('No mail server.') })"),
    told: {
      code: 'job_failed',
      at: 'src/work.ts:2',
      message: 'Error: No mail server.',
      fix: 'Correct the line that the finding names. Jobs that still have tries left then run with the corrected handler.',
    },
  },
  {
    title: 'the handler of an event throws',
    file: 'src/work.ts',
    from: "events.on('depot.opened', () => {})",
    to: "events.on('fleet.rented', () => { throw new Error('No mail server.') })",
    told: {
      code: 'event_failed',
      at: 'src/work.ts:3',
      message: 'Error: No mail server.',
      fix: 'Correct the line that the finding names. Events that still have tries left are then delivered again.',
    },
  },
]
