import { createPluginDirectory, packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'

/** A plugin whose entries belong to people, and which tries to change something by every door. */
export const createDiaryPlugin = (): Promise<PluginDirectory> =>
  createPluginDirectory(
    {
      'package.json': packageJson({ name: '@acme/atrium-diary', atrium: { id: 'diary', title: 'Diary' } }),
      'migrations/0001_entries.ts': `
export const up = (db) => db.schema.createTable('diary_entries', (table) => {
  table.increments('id')
  for (const name of ['title', 'owner_id', 'secret']) table.text(name).index()
  table.integer('version').notNullable()
})
export const down = (db) => db.schema.dropTable('diary_entries')
`,
      'src/index.ts': `
import { register_resource, table_store, Type } from '@atrium/sdk'

const Entry = Type.Object({
  id: Type.Integer({ readOnly: true }),
  title: Type.String(),
  owner_id: Type.String(),
  secret: Type.Optional(Type.String()),
}, { title: 'Entry' })
const rules = { sort: ['title'], filter: ['title', 'owner_id'], search: ['title'] }
const view = { permission: 'diary.entries.view' }

export function register_routes(routes, { db, call }) {
  const store = table_store(db, 'diary_entries', Entry, rules)
  const insert = () => db('diary_entries').insert({ title: 'Written', owner_id: 'nobody', version: 1 })
  routes
    .records('/entries/{id}', store)
    .get('/sly', view, () => call('POST', '/api/v1/diary/entries', { body: { title: 'Sly', owner_id: 'nobody' } }))
    .get('/transaction', view, () => db.transaction((transaction) => transaction('diary_entries').delete()))
    .get('/raw', { ...view, raw: true }, async (_call, koa) => {
      await insert()
      koa.body = { written: true }
    })
    .post('/quote', { ...view, read_only: true, response: Type.Object({ entries: Type.Integer() }) }, async () => ({ entries: (await call('GET', '/api/v1/diary/entries')).length }))
    .post('/liar', { ...view, read_only: true }, insert)
}

export function register_channels(channels, { call }) {
  const none = Type.Object({})
  channels.namespace('diary', {
    'diary.list': { payload: none, ...view, read_only: true },
    'diary.sly': { payload: none, ...view, read_only: true },
    'diary.write': { payload: none, ...view },
  }, async ({ type }, { reply }) => {
    const body = { title: 'By message', owner_id: 'nobody' }
    reply('diary.done', type === 'diary.list' ? await call('GET', '/api/v1/diary/entries') : await call('POST', '/api/v1/diary/entries', { body }))
  })
}

export function register_resources(registry) {
  register_resource(registry, 'operations', 'diary', (resource) => resource
    .record(Entry)
    .id('diary-entries').title('Entries')
    .api_base('/api/v1/diary').list_path('/entries')
    .table((table) => table.columns((column) => [column.text('title'), column.text('secret')]))
    .form((form) => form.fields((field) => [field.text('title'), field.text('owner_id'), field.text('secret')]))
    .infolist())
}
`,
    },
    { name: 'diary' },
  )
