import {
  createPluginDirectory,
  packageJson,
  type PluginDirectory,
  type PluginFiles,
} from '../../helpers/plugin-directory.ts'
import { HONEST } from './extra-doors.ts'

/** A plugin without a line of authorization code, which shows its records in every way that there is. */
const LEDGER: PluginFiles = {
  'package.json': packageJson({ name: '@acme/atrium-ledger', atrium: { id: 'ledger', title: 'Ledger' } }),
  'migrations/0001_entries.ts': `
export const up = (db) => db.schema.createTable('ledger_entries', (table) => {
  table.increments('id')
  for (const name of ['name', 'owner_id', 'status', 'memo', 'secret', 'tags', 'day', 'starts_at']) table.text(name).index()
  for (const name of ['place_id', 'amount']) table.integer(name).index()
  table.integer('version').notNullable()
})
export const down = (db) => db.schema.dropTable('ledger_entries')
`,
  'src/index.ts': `
import { page, register_resource, scoped_rows, table_store, Type } from '@atrium/sdk'
import { Readable } from 'node:stream'
import * as extra from './extra.ts'

const Entry = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  owner_id: Type.String(),
  place_id: Type.Integer(),
  status: Type.Enum(['open', 'closed', 'held']),
  amount: Type.Integer(),
  memo: Type.Optional(Type.String()),
  secret: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  day: Type.String({ format: 'date' }),
  starts_at: Type.String({ format: 'date-time' }),
})
const rules = {
  sort: ['name', 'status', 'amount', 'memo', 'secret', 'day', 'starts_at'],
  filter: ['name', 'owner_id', 'place_id', 'status', 'amount', 'memo', 'secret', 'tags', 'day', 'starts_at'],
  search: ['name', 'memo', 'secret'],
}
const store = (db) => table_store(db, 'ledger_entries', Entry, rules)
const view = { permission: 'ledger.entries.view' }

export function register_routes(routes, context) {
  const { db, call, contributions } = context
  const entries = store(db)
  routes
    .records('/entries/{id}', entries)
    .get('/entries/{id}/copy', view, async ({ params }) => ({ row: { ...(await entries.get(params.id)) } }))
    .get('/entries/{id}/typed', { ...view, response: Type.Object({ entry: Entry }) }, async ({ params }) => ({ entry: { ...(await entries.get(params.id)) } }))
    .get('/entries/{id}/part', { ...view, response: Type.Object({ name: Type.Optional(Entry.properties.name), secret: Entry.properties.secret }) }, async ({ params }) => {
      const { name, secret } = await entries.get(params.id)
      return { name, secret }
    })
    .get('/entries/{id}/record', view, async ({ params }) => ({
      entry: await entries.get(params.id),
      sections: await contributions('ledger.record', { id: Number(params.id) }),
    }))
    .get('/entries/{id}/file', { permission: 'ledger.files.view' }, async ({ params }) => {
      await entries.get(params.id)
      return Readable.from(['the file'])
    })
    .get('/rows', { permission: 'ledger.rows.view' }, async () => {
      const rows = await scoped_rows(db, 'ledger_entries', Entry).orderBy('id').select('id', 'name', 'status', 'amount', 'secret')
      return page(rows, rows.length)
    })
    .get('/stats', { permission: 'ledger.stats.view' }, async () => {
      const [row] = await scoped_rows(db, 'ledger_entries', Entry).count({ total: '*' })
      return { value: Number(row.total) }
    })
    .get('/chart', { permission: 'ledger.chart.view' }, async () => {
      const rows = await scoped_rows(db, 'ledger_entries', Entry).select('status').count({ entries: '*' }).groupBy('status')
      return rows.map(({ status, entries }) => ({ state: status, entries: Number(entries) }))
    })
    .get('/mine', { permission: 'ledger.calls.view' }, () => call('GET', '/api/v1/ledger/entries?_limit=500'))
    .post('/entries/{id}/touch', {}, ({ params }) => entries.get(params.id))
    .bulk('/entries/touch', 'POST /entries/{id}/touch')
    .post('/entries/{id}/announce', {}, async ({ params }) => {
      publish('entries', { type: 'entry', payload: await entries.get(params.id) })
      publish('entries', { type: 'page', payload: { page: { entries: [{ entry: await entries.get(params.id) }] } } })
    })
  extra.routes(routes, { db, entries, Entry })
}

export const register_mcp_tools = (tools, { db }) => extra.tools(tools, { db, entries: store(db) })

let publish
export function register_channels(channels, { db }) {
  publish = channels.publish
  const none = Type.Object({})
  channels.namespace('ledger', {
    'ledger.list': { payload: none, ...view },
    'ledger.follow': { payload: none, permission: 'ledger.entries.follow' },
    ...extra.messages,
  }, async ({ type, payload }, { connection, reply }) => {
    if (type in extra.messages) return reply('answer', await extra.answer({ type, payload, db, entries: store(db) }))
    if (type === 'ledger.follow') connection.subscribe('entries')
    const query = { filters: [], sort: [{ field: 'id', order: 'asc' }], offset: 0, limit: 500 }
    reply('answer', type === 'ledger.list' ? (await store(db).list(query)).rows : {})
  })
}

export function register_resources(registry) {
  register_resource(registry, 'operations', 'ledger', (resource) => resource
    .record(Entry).id('entries').title('Entries').api_base('/api/v1/ledger').module_path('entries')
    .record_title_attribute('name').record_subtitle('memo', 'status').badge('/stats')
    .table((table) => table
      .columns((column) => [column.text('name'), column.badge('status'), column.number('amount').summarize('sum'), column.text('memo'), column.text('secret'), column.tags('tags'), ...extra.columns(column)])
      .filters((filter) => [filter.select('status'), filter.text('secret'), filter.date_range('day')])
      .create())
    .form((form) => form.fields((field) => [field.text('name'), field.text('owner_id'), field.number('place_id'), field.select('status'), field.number('amount'), field.text('memo'), field.text('secret'), field.tags('tags'), field.date('day'), field.datetime('starts_at')]))
    .infolist())
  extra.screens(registry)
}
`,
}

/** A plugin that adds to the records of the ledger, from a table of its own. */
const DESK: PluginFiles = {
  'package.json': packageJson({ name: '@acme/atrium-desk', atrium: { id: 'desk', title: 'Desk' } }),
  'migrations/0001_notes.ts': `
export const up = (db) => db.schema.createTable('desk_notes', (table) => {
  table.increments('id')
  table.integer('entry_id').index()
  table.text('status').index()
  table.text('text')
  table.integer('version').notNullable()
})
export const down = (db) => db.schema.dropTable('desk_notes')
`,
  'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'

const Note = Type.Object({
  id: Type.Integer({ readOnly: true }),
  entry_id: Type.Integer(),
  status: Type.Enum(['open', 'closed', 'held']),
  text: Type.String(),
})

export function register_routes(routes, { db }) {
  routes.records('/notes/{id}', table_store(db, 'desk_notes', Note, { sort: ['text'], filter: ['entry_id', 'status'], search: ['text'] }))
}

export function setup({ db, contribute }) {
  const notes = table_store(db, 'desk_notes', Note)
  contribute('ledger.record', async ({ id }) => {
    const filters = [{ field: 'entry_id', comparison: 'eq', values: [id] }]
    return (await notes.list({ filters, sort: [], offset: 0, limit: 100 })).rows
  }, { permission: 'desk.notes.view' })
}
`,
}

/** Both plugins in one folder. @param extra more doors of the ledger, as its module `src/extra.ts` */
export async function writeLedger(extra = HONEST): Promise<readonly PluginDirectory[]> {
  const ledger = await createPluginDirectory({ ...LEDGER, 'src/extra.ts': extra }, { name: 'ledger' })
  const desk = await createPluginDirectory(DESK, { name: 'desk' })
  return [ledger, desk]
}
