import type { PluginFiles } from '../../helpers/plugin-directory.ts'

/** A plugin `fleet` without a mistake, as an author in JavaScript writes it: no compiler checks its names. */
export const GOOD_PLUGIN = {
  'package.json': `{
  "name": "@acme/atrium-fleet",
  "version": "1.2.0",
  "type": "module",
  "peerDependencies": { "@atrium/sdk": "^1.0.0" },
  "atrium": {
    "id": "fleet",
    "title": "Fleet",
    "entry": "./src/index.ts",
    "requires": { "depot": "^1.0.0" },
    "roles": { "driver": {
      "title": "Driver",
      "permissions": ["fleet.vans.view", "depot.*"],
      "conditions": [{ "resource": "fleet_vans", "where": "bay_id=mine&status=idle" }],
      "fields": [{ "resource": "fleet_vans", "hidden": ["price"] }]
    } },
    "settings": {
      "type": "object",
      "properties": { "vans": { "type": "integer", "maximum": 900, "default": 9 } }
    }
  }
}
`,
  'src/index.ts': `export { register_resources } from './screens.ts'
export { register_routes } from './routes.ts'
export { register_mcp_tools, register_channels } from './tools.ts'
export { setup, health } from './work.ts'
`,
  'src/van.ts': `import { Type } from '@atrium/sdk'

export const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ maxLength: 80 }),
  status: Type.Enum(['idle', 'rented'], { default: 'idle' }),
  price: Type.Integer({ currency: 'CHF' }),
  bay_id: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String())),
  due_on: Type.Optional(Type.String({ format: 'date' })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
})
`,
  'src/routes.ts': `import { table_store, Type } from '@atrium/sdk'
import { Van } from './van.ts'

const Reason = Type.Object({ reason: Type.String() })
const Figures = Type.Object({ rented: Type.Integer(), by_day: Type.Array(Type.Object({ day: Type.String(), vans: Type.Integer() })) })

export function register_routes(routes, { db, events, jobs }) {
  const vans = table_store(db, 'fleet_vans', Van, {
    sort: ['name'],
    filter: ['status', 'bay_id'],
    search: ['name'],
  })
  routes.records('/vans/{van_id}', vans)
  routes.post('/vans/{van_id}/rent', { body: Reason }, async ({ params }) => {
    await events.emit('fleet.rented', { van: params.van_id })
    await jobs.add('invoice', { van: params.van_id })
    return vans.update(params.van_id, { status: 'rented' })
  })
  routes.get('/figures', { response: Figures }, () => ({ rented: 0, by_day: [] }))
  routes.get('/find', { query: Type.Object({ q: Type.Optional(Type.String()) }) }, () => [])
  routes.bulk('/vans/rent', 'POST /vans/{van_id}/rent')
}
`,
  'src/screens.ts': `import { emit_dashboard, register_resource } from '@atrium/sdk'
import { Van } from './van.ts'

export function register_resources(registry) {
  register_resource(registry, 'operations', 'fleet', (resource) => {
    resource.record(Van)
    resource.id('vans')
    resource.title('Vans')
    resource.icon('truck')
    resource.api_base('/api/v1/fleet')
    resource.module_path('vans')
    resource.record_title_attribute('name')
    resource.table((table) => {
      table.columns((column) => [
        column.text('name').sortable(),
        column.badge('status').color_by({ rented: 'green' }),
        column.money('price'),
        column.relation('bay_id', '/api/v1/depot/bays', 'name'),
      ])
      table.filters((filter) => [
        filter.select('status'),
        filter.relation('bay_id', '/api/v1/depot/bays', 'name'),
      ])
      table.default_sort('name')
      table.actions((action) => [
        action.row('rent').icon('check').color('green').post('/vans/{id}/rent').visible_when('status', { const: 'idle' }).form(),
      ])
      table.create()
    })
    resource.form((form) =>
      form.fields((field) => [
        field.text('name'),
        field.money('price'),
        field.select('status').options({ idle: 'Idle', rented: 'Rented out' }),
        field.relation('bay_id', '/api/v1/depot/bays', 'name'),
        field.date('due_on').visible_when('status', { const: 'rented' }),
      ]),
    )
    resource.infolist((infolist) => infolist.entries((entry) => [entry.text('name'), entry.money('price')]))
  })
  emit_dashboard(registry, 'operations', 'fleet', (board) => {
    board.id('fleet-figures')
    board.title('Figures')
    board.path('fleet-figures')
    board.api_base('/api/v1/fleet')
    board.stats('/figures', (stat) => [stat.number('rented')])
    board.chart('By day', '/figures', { kind: 'bar', x: 'day', series: [{ field: 'vans' }], rows: 'by_day' })
  })
}
`,
  'src/tools.ts': `import { Type } from '@atrium/sdk'

export function register_mcp_tools(tools) {
  tools.operation('rent', 'POST /vans/{van_id}/rent', { description: 'Rents out a van and returns it.' })
  tools.add(
    'count',
    { description: 'Counts the vans.', permission: 'fleet.vans.view', input: Type.Object({}), read_only: true },
    () => 0,
  )
}

export function register_channels(channels) {
  channels.namespace('fleet', { ask: { payload: Type.Object({}), permission: 'fleet.vans.view' } }, () => {})
}
`,
  'src/work.ts': `export function setup({ jobs, events, contribute, every }) {
  jobs.handle('invoice', () => {})
  events.on('depot.opened', () => {})
  contribute('depot.bay', () => ({ vans: 0 }))
  every(60_000, () => {})
}

export const health = () => true
`,
  'migrations/0001_vans.ts': `export async function up(db) {
  await db.schema.createTable('fleet_vans', (table) => {
    table.increments('id')
    table.string('name').notNullable().index()
    table.string('status').notNullable().index()
    table.integer('price').notNullable()
    table.integer('bay_id').index()
    table.text('tags')
    table.date('due_on')
    table.string('created_at').notNullable()
    table.integer('version').notNullable().defaultTo(1)
  })
}
`,
} as const satisfies PluginFiles

/** A file of the good plugin. */
export type GoodFile = keyof typeof GOOD_PLUGIN

/** The plugin `depot` that stands beside it, in `../depot`: the fleet requires it, and refers to its bays. */
export const NEIGHBOUR: PluginFiles = {
  '../depot/package.json': {
    name: '@acme/atrium-depot',
    version: '1.0.0',
    type: 'module',
    atrium: { id: 'depot', title: 'Depot', entry: './index.js' },
  },
  '../depot/index.js': `import { array_store, Type } from '@atrium/sdk'
export const Bay = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
export function register_routes(routes, { events, contributions }) {
  routes.records('/bays/{bay_id}', array_store([], Bay, { search: ['name'] }))
  routes.get('/bays/{bay_id}/record', () => contributions('depot.bay', {}))
  routes.post('/open', {}, () => events.emit('depot.opened', {}))
}
`,
}
