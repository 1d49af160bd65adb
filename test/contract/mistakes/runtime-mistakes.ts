import type { RuntimeMistake } from './mistake.ts'

const AWAIT =
  'Write `await` before the statement or the call of the store at this line, or return it. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.'
const UPDATE = "return vans.update(params.van_id, { status: 'rented' })"
const RENT = 'POST /api/v1/fleet/vans/{van_id}/rent'
const CONTEXT = '{ db, events, jobs }'

const LINE = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** Mistakes that only show while the plugin runs. */
export const RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'a handler does not await a statement',
    file: 'src/routes.ts',
    from: UPDATE,
    to: `db('fleet_vans').where({ id: params.van_id }).update({ status: 'rented' })`,
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:17',
      message: `[${RENT}] ended before its statement [db('fleet_vans').update()], which it does not await.`,
      fix: AWAIT,
    },
  },
  {
    title: 'a handler does not await a raw statement',
    file: 'src/routes.ts',
    from: UPDATE,
    to: `db.raw("update fleet_vans set status = 'rented'")`,
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:17',
      message: `[${RENT}] ended before its statement [db.raw('update fleet_vans set status = 'rented'')], which it does not await.`,
      fix: AWAIT,
    },
  },
  {
    title: 'a handler does not await a store',
    file: 'src/routes.ts',
    from: UPDATE,
    // Whether its second statement still comes in time depends on the driver.
    to: "vans.update(params.van_id, { status: 'rented' }).catch(() => undefined)",
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:17',
      message: `[${RENT}] ended before its statement [db('fleet_vans').first()], which it does not await.`,
      fix: AWAIT,
    },
  },
  {
    title: 'the arguments of a store are exchanged',
    file: 'src/routes.ts',
    from: UPDATE,
    to: "return vans.update({ status: 'rented' }, params.van_id)",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:17',
      message:
        'TypeError: [{"status":"rented"}] is not the id of a record. Write the id first: [store.update(id, { … })].',
      fix: LINE,
    },
  },
  {
    title: 'a transaction does not await a statement',
    file: 'src/routes.ts',
    from: UPDATE,
    to: `await db.transaction(async (transaction) => {
      transaction('fleet_vans').insert({ name: 'Ada' })
    })`,
    told: {
      code: 'statement_not_awaited',
      at: 'src/routes.ts:18',
      message: `[${RENT}] ended before its statement [db('fleet_vans').insert()], which it does not await.`,
      fix: AWAIT,
    },
  },
  {
    title: 'a job does not await a statement',
    file: 'src/work.ts',
    from: `export function setup({ jobs, events, contribute, every }) {
  jobs.handle('invoice', () => {})`,
    to: `export function setup({ jobs, events, contribute, every, db }) {
  jobs.handle('invoice', async () => { db('fleet_vans').del() })`,
    told: {
      code: 'statement_not_awaited',
      at: 'src/work.ts:2',
      message: "[job invoice] ended before its statement [db('fleet_vans').del()], which it does not await.",
      fix: AWAIT,
    },
  },
  {
    title: 'an event handler does not await a statement',
    file: 'src/work.ts',
    from: `export function setup({ jobs, events, contribute, every }) {
  jobs.handle('invoice', () => {})
  events.on('depot.opened', () => {})`,
    to: `export function setup({ jobs, events, contribute, every, db }) {
  jobs.handle('invoice', () => {})
  events.on('fleet.rented', async () => { db('fleet_vans').del() })`,
    told: {
      code: 'statement_not_awaited',
      at: 'src/work.ts:3',
      message: "[event fleet.rented] ended before its statement [db('fleet_vans').del()], which it does not await.",
      fix: AWAIT,
    },
  },
  {
    title: 'a message handler does not await a statement',
    file: 'src/tools.ts',
    from: `export function register_channels(channels) {
  channels.namespace('fleet', { ask: { payload: Type.Object({}), permission: 'fleet.vans.view' } }, () => {})`,
    to: `export function register_channels(channels, { db }) {
  channels.namespace('fleet', { ask: { payload: Type.Object({}), permission: 'fleet.vans.view' } }, async () => { db('fleet_vans').del() })`,
    asks: 'SEND fleet.ask',
    told: {
      code: 'statement_not_awaited',
      at: 'src/tools.ts:13',
      message: "[message fleet.ask] ended before its statement [db('fleet_vans').del()], which it does not await.",
      fix: AWAIT,
    },
  },
  {
    title: 'a payload contains a function',
    file: 'src/routes.ts',
    from: "jobs.add('invoice', { van: params.van_id })",
    to: "jobs.add('invoice', { van: params.van_id, done: () => true })",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:16',
      message:
        'TypeError: The payload of [invoice] cannot be written as JSON: [payload.done] is a function. Pass plain values, or an id.',
      fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
    },
  },
  {
    title: 'a payload contains an instance of a class',
    file: 'src/routes.ts',
    from: "jobs.add('invoice', { van: params.van_id })",
    to: "jobs.add('invoice', { vans: [new Map([[1, params.van_id]])] })",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:16',
      message:
        'TypeError: The payload of [invoice] cannot be written as JSON: [payload.vans[0]] is an instance of the class [Map]. Pass plain values, or an id.',
      fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
    },
  },
  {
    title: 'a setting is misspelt where it is read',
    file: 'src/routes.ts',
    from: `${CONTEXT}) {`,
    to: `{ db, events, jobs, settings }) {
  routes.get('/limit', () => settings.vasn ?? 0)`,
    asks: 'GET /limit',
    told: {
      code: 'setting_unknown',
      at: 'src/routes.ts:8',
      message: 'The plugin [fleet] reads the setting [vasn], which its package.json does not declare. It is undefined.',
      fix: 'Did you mean [vans]? Or declare it in [atrium.settings.properties].',
    },
  },
  {
    title: 'a column of a screen without a record is misspelt',
    file: 'src/index.ts',
    from: "export { register_resources } from './screens.ts'",
    to: "export { register_resources } from './plain.ts'",
    files: {
      'src/plain.ts': `import { register_resource } from '@atrium/sdk'
export const register_resources = (registry) =>
  register_resource(registry, 'operations', 'fleet', (resource) => {
    resource.id('cars').api_base('/api/v1/fleet').module_path('cars').list_path('/cars')
    resource.table((table) => table.columns((column) => [
      column.text('name'),
      column.text('plaet'),
    ]))
  })
`,
      'src/routes.ts': `export const register_routes = (routes) => {
  routes.get('/cars', {}, () => [{ id: 1, name: 'Ada', plate: 'B-AD 1' }])
}
`,
      'src/tools.ts': 'export const register_mcp_tools = () => {}\nexport const register_channels = () => {}\n',
    },
    asks: 'GET /cars',
    told: {
      code: 'column_empty',
      at: 'src/plain.ts:7',
      message: 'The column [plaet] is empty: none of the records of [GET /api/v1/fleet/cars] has this field.',
      fix: 'Did you mean [plate]?',
    },
  },
  {
    title: 'an answer contains a statement that is not awaited',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: "() => ({ rented: db('fleet_vans').count(), by_day: [] })",
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message: 'TypeError: [rented] of the answer is a promise or a statement. Write `await` before it.',
      fix: LINE,
    },
  },
  {
    title: 'an answer contains a promise',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: '() => ({ rented: vans.list({ filters: [], sort: [], offset: 0, limit: 1 }), by_day: [] })',
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message: 'TypeError: [rented] of the answer is a promise or a statement. Write `await` before it.',
      fix: LINE,
    },
  },
  {
    title: 'an answer is a Map',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: "() => new Map([['rented', 1]])",
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message:
        'TypeError: The answer contains a [Map], of which JSON keeps nothing. Answer a plain object or an array.',
      fix: LINE,
    },
  },
  {
    title: 'an answer is a function',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: '() => async () => ({ rented: 0 })',
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message: 'TypeError: The answer is a [function], which has no JSON. Was it to be called?',
      fix: LINE,
    },
  },
  {
    title: 'an error has a status of success',
    file: 'src/routes.ts',
    from: "return vans.update(params.van_id, { status: 'rented' })",
    to: "throw new (await import('@atrium/sdk')).ApiError('gone', { status: 200, detail: 'It is gone.' })",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:17',
      message:
        'TypeError: [new ApiError] of [gone] has the status [200], which is not that of an error. Use one from 400 to 599, or return the answer.',
      fix: LINE,
    },
  },
  {
    title: 'an error is made of a status and a text',
    file: 'src/routes.ts',
    from: "return vans.update(params.van_id, { status: 'rented' })",
    to: "throw new (await import('@atrium/sdk')).ApiError(404, 'Not found')",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:17',
      message:
        "TypeError: [new ApiError] of [404] has no detail. Write: new ApiError('van_away', { status: 409, detail: 'The van is away.' }).",
      fix: LINE,
    },
  },
]
