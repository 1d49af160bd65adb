import { expect } from 'chai'
import { diagnosed, found, markedLine } from '../../../../helpers/diagnosed.ts'

const INDEX = `
import { table_store, Type } from '@atrium/sdk'
const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  seats: Type.Integer(),
  tags: Type.Optional(Type.Array(Type.String())),
})
export function register_routes(routes, { db }) {
  const vans = table_store(db, 'fleet_vans', Van, { sort: ['id', 'name', 'seats'], filter: ['seats', 'tags'] }) // HERE
  routes.records('/vans/{id}', vans)
}`

const CREATE = `export const up = (db) => db.schema.createTable('fleet_vans', (table) => {
  table.increments('id')
  table.string('name').notNullable()
  table.integer('seats').notNullable()
  table.text('tags')
  table.integer('version').notNullable()
})`

const ADD = `export const up = (db) => db.schema.alterTable('fleet_vans', (table) => {
  table.index(['name'])
  table.index(['seats', 'name'])
})`

describe('The table of a store', () => {
  it('sort_without_index: gets a warning for a column without an index, at the line of table_store and with the migration to write', async () => {
    const diagnostics = await diagnosed({ 'src/index.ts': INDEX, 'migrations/0001_vans.ts': CREATE })
    expect(diagnostics.map(({ code, severity }) => [code, severity])).to.deep.equal([
      ['sort_without_index', 'warning'],
      ['sort_without_index', 'warning'],
    ])
    const [name, seats] = diagnostics
    expect(name?.where).to.include({ file: 'src/index.ts', line: markedLine(INDEX) })
    expect(name?.message).to.equal(
      'Lists of [fleet_vans] are sorted or filtered by [name], but no index begins with it.',
    )
    expect(seats?.fix).to.equal(
      "Add a migration: `db.schema.alterTable('fleet_vans', (table) => table.index(['seats']))`.",
    )
  })

  it('gets no warning once that migration exists', async () => {
    const files = { 'src/index.ts': INDEX, 'migrations/0001_vans.ts': CREATE, 'migrations/0002_indexes.ts': ADD }
    expect(await diagnosed(files)).to.deep.equal([])
  })

  it('table_missing: is refused if no migration creates it', async () => {
    const finding = found(await diagnosed({ 'src/index.ts': INDEX }), 'table_missing')
    expect(finding).to.deep.include({
      severity: 'error',
      message: 'The table [fleet_vans] of a store does not exist: no migration creates it.',
    })
    expect(finding.where).to.include({ file: 'src/index.ts', line: markedLine(INDEX) })
  })
})
