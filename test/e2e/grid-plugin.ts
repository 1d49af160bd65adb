import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `shed` with two lists of the same fields, one of each kind that a cell may have, and the makers that they name. */
export function gridPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'shed', atrium: { id: 'shed', title: 'Shed' } }),
      'migrations/0001_shed.ts': migration,
      'src/index.ts': source,
    },
    { name: 'shed' },
  )
}

const migration = `
export async function up(db) {
  await db.schema.createTable('shed_makers', (table) => {
    table.increments('id')
    table.string('name').notNullable()
    table.integer('version').notNullable()
  })
  for (const name of ['shed_parts', 'shed_spares'])
    await db.schema.createTable(name, (table) => {
      table.increments('id')
      table.string('title').notNullable().index()
      table.string('state').notNullable().index()
      table.integer('stock')
      table.integer('price')
      table.boolean('sold').notNullable()
      table.date('due_on')
      table.timestamp('due_at')
      table.integer('maker_id')
      table.text('notes')
      table.string('code').unique()
      table.timestamp('created_at').notNullable()
      table.integer('version').notNullable()
    })
}
`

const source = `
import { money, register_resource, table_store, Type, wrap_store } from '@atrium/sdk'

const Maker = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String({ minLength: 1 }) })
const Part = Type.Object({
  id: Type.Integer({ readOnly: true }),
  title: Type.String({ minLength: 1, maxLength: 80 }),
  state: Type.Enum(['new', 'in_use', 'gone'], { default: 'new' }),
  stock: Type.Optional(Type.Integer({ minimum: 0 })),
  price: Type.Optional(money()),
  sold: Type.Boolean({ default: false }),
  due_on: Type.Optional(Type.String({ format: 'date' })),
  due_at: Type.Optional(Type.String({ format: 'date-time' })),
  maker_id: Type.Optional(Type.Integer()),
  notes: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 20 })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
})

export function register_resources(registry) {
  const list = (id, title) => register_resource(registry, 'operations', 'shed', (resource) => resource
    .record(Part).id(id).title(title).api_base('/api/v1/shed').record_title_attribute('title')
    .table((table) => table.columns((column) => [
      column.text('title'), column.badge('state'), column.number('stock'), column.money('price'), column.boolean('sold'),
      column.date('due_on'), column.datetime('due_at'), column.relation('maker_id', '/makers', 'name'), column.text('notes'),
      column.text('code').hidden(), column.since('created_at'),
    ]).filters((filter) => [filter.select('state')]).default_sort('id', 'asc'))
    .form((form) => form.fields((field) => [
      field.text('title'), field.select('state'), field.number('stock'), field.money('price'), field.toggle('sold'),
      field.date('due_on'), field.datetime('due_at'), field.relation('maker_id', '/makers', 'name'), field.textarea('notes'),
      field.text('code'),
    ])))
  list('parts', 'Parts')
  list('spares', 'Spares')
  register_resource(registry, 'operations', 'shed', (resource) => resource
    .record(Maker).id('makers').api_base('/api/v1/shed').record_title_attribute('name').form())
}

export function register_routes(routes, { db }) {
  const rules = { sort: ['title'], filter: ['state'], search: ['title'] }
  const spares = table_store(db, 'shed_spares', Part, rules)
  const inCapitals = ({ code, ...patch }) => ({ ...patch, ...(code !== undefined && { code: code?.toUpperCase() ?? null }) })
  routes
    .records('/makers/{id}', table_store(db, 'shed_makers', Maker, { search: ['name'] }))
    .records('/parts/{id}', table_store(db, 'shed_parts', Part, rules))
    .records('/spares/{id}', wrap_store(spares, {
      update: (id, patch, options) => spares.update(id, inCapitals(patch), options),
    }))
}
`
