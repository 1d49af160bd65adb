/**
 * Doors of the ledger that no test names: a route, a tool, a message, a column and a screen of each kind. They show and change what
 * their caller may, because they use the record kit.
 */
export const HONEST = `
import { emit_dashboard, page, scoped_rows, Type } from '@atrium/sdk'

const view = { permission: 'ledger.extra.view' }
const change = { permission: 'ledger.extra.change' }
const One = Type.Object({ id: Type.Integer() })
const all = { filters: [], sort: [{ field: 'amount', order: 'desc' }], offset: 0, limit: 100 }

export function routes(routes, { db, entries, Entry }) {
  routes
    .get('/totals', view, async () => {
      const rows = await scoped_rows(db, 'ledger_entries', Entry).select('day').sum({ sum: 'place_id' }).groupBy('day').orderBy('day')
      return rows.map(({ day, sum }) => ({ day, places: Number(sum) }))
    })
    .get('/newest', { ...view, response: Type.Object({ newest: Type.Array(Entry) }) }, async () => ({ newest: (await entries.list(all)).rows }))
    .post('/look-up', { ...view, read_only: true, body: One }, ({ body }) => entries.get(body.id))
    .post('/entries/{id}/rename', { ...change, body: Type.Object({ name: Type.String() }) }, ({ params, body }) => entries.update(params.id, body))
    .post('/copies', { ...change, body: One }, async ({ body }) => {
      const { id: _, ...values } = await entries.get(body.id)
      return entries.create(values)
    })
}

export function tools(tools, { entries }) {
  tools
    .add('newest', { ...view, description: 'Lists the entries.', input: Type.Object({}), read_only: true }, async () => ({ entries: (await entries.list(all)).rows }))
    .add('rename', { ...change, description: 'Renames an entry.', input: Type.Object({ id: Type.Integer(), name: Type.String() }) }, ({ input: { id, name } }) => entries.update(id, { name }))
}

export const messages = {
  'extra.get': { payload: One, ...view, read_only: true },
  'extra.remove': { payload: One, ...change },
}
export const answer = ({ type, payload: { id }, entries }) => (type === 'extra.get' ? entries.get(id) : entries.delete(id))

export const columns = (column) => [column.text('owner_id')]

export function screens(registry) {
  emit_dashboard(registry, 'operations', 'ledger', (dashboard) => dashboard
    .id('extra').title('More').path('more').api_base('/api/v1/ledger')
    .stats('/stats', (stat) => [stat.number('value')])
    .chart('Places', '/totals', { kind: 'bar', x: 'day', series: [{ field: 'places' }] })
    .chart('Amounts', '/rows', { kind: 'line', x: 'name', series: [{ field: 'amount' }] })
    .calendar('Days', '/entries', { starts: 'starts_at', ends: 'starts_at', title: 'name', color_by: { field: 'status', colors: {} } }))
}
`

/** Doors beside the record kit, which show and change what their caller may not. Each of them has to be found. */
export const LEAKING = `
import { Type } from '@atrium/sdk'

const view = { permission: 'ledger.extra.view' }
const change = { permission: 'ledger.extra.change' }
const none = Type.Object({})

export function routes(routes, { db }) {
  routes
    .get('/leak', view, async () => ({ words: (await db('ledger_entries').orderBy('id').pluck('name')).join(' ') }))
    .get('/leaking-figure', view, async () => ({ value: (await db('ledger_entries').pluck('id')).length }))
    .post('/leaking-change', { ...change, body: none }, async () => void (await db('ledger_entries').update({ memo: 'changed' })))
}

export const tools = (tools, { db }) =>
  void tools.add('leak', { ...view, description: 'Leaks.', input: none, read_only: true }, async () => ({ words: (await db('ledger_entries').pluck('memo')).join(' ') }))

export const messages = { 'extra.leak': { payload: none, ...view, read_only: true } }
export const answer = async ({ db }) => ({ words: (await db('ledger_entries').pluck('memo')).join(' ') })
export const columns = () => []
export const screens = () => undefined
`
