import { expect } from 'chai'
import { listIndexedColumns } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'

describe('the columns that indexes begin with', () => {
  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('vans', (table) => {
        table.increments('id')
        table.string('name').index()
        table.string('plate').unique()
        table.integer('seats')
        table.string('depot')
        table.index(['depot', 'seats'])
        table.integer('year')
        table.string('colour')
      })
      await database.knex.raw('CREATE INDEX vans_old ON vans (year) WHERE year < 2000')
      await database.knex.raw('CREATE INDEX vans_colour ON vans (lower(colour))')
      await database.knex.schema.createView('small_vans', (view) => {
        view.columns(['name'])
        view.as(database.knex('vans').select('name').where('seats', '<', 4))
      })
      await database.knex.schema.createTable('notes', (table) => void table.text('text'))
    })

    it('are those of an index, a unique one, the first of several, and the primary key', async () => {
      const indexed = await listIndexedColumns(database, ['vans'])
      expect([...(indexed('vans') ?? [])]).to.have.members(['id', 'name', 'plate', 'depot'])
    })

    it('are an empty list for a table without an index', async () => {
      const indexed = await listIndexedColumns(database, ['vans', 'notes'])
      expect([...(indexed('notes') ?? ['there is no table'])]).to.deep.equal([])
    })

    it('are `view` for a view', async () => {
      const indexed = await listIndexedColumns(database, ['small_vans'])
      expect(indexed('small_vans')).to.equal('view')
    })

    it('are undefined for a missing table', async () => {
      const indexed = await listIndexedColumns(database, ['lorries'])
      expect(indexed('lorries')).to.equal(undefined)
      expect((await listIndexedColumns(database, []))('vans')).to.equal(undefined)
    })
  })
})
