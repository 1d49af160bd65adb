import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { table_store, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { type Database, openDatabase } from '../../../../host/base/db/index.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

const Item = Type.Object({ id: Type.Integer(), name: Type.String(), price: Type.Union([Type.Integer(), Type.Null()]) })

for (const sqlite of ['sqlite3', 'prebuilt'] as const) {
  describe(`The total of a list on ${sqlite}, which is kept until somebody commits`, () => {
    let directory: Awaited<ReturnType<typeof createTestDirectory>>
    let database: Database
    before(async () => {
      directory = await createTestDirectory()
      database = await openDatabase({ dataDir: directory.directory, sqlite })
      await database.knex.schema.createTable('items', (table) => {
        table.increments('id')
        table.string('name').notNullable()
        table.integer('price')
        table.integer('version').notNullable().defaultTo(1)
      })
      await database.knex('items').insert([
        { name: 'Chair', price: 5 },
        { name: 'Table', price: 90 },
        { name: 'Lamp', price: null },
      ])
    })
    after(async () => {
      await database.close()
      await directory.remove()
    })
    const store = () => table_store(database.context, 'items', Item, { filter: ['name', 'price'] })
    const SORT = [{ field: 'id', order: 'asc' }] as const
    const list = async (filters: Parameters<ReturnType<typeof store>['list']>[0]['filters'] = [], offset = 0) => {
      const { rows, total } = await store().list({ filters, sort: SORT, offset, limit: 1 })
      return [rows.map(({ name }) => name), total]
    }
    const reading = (...given: Parameters<typeof list>) => database.reading(() => list(...given))

    it('is right after a change by this host, on every connection', async () => {
      for (let round = 0; round < 3; round += 1) expect(await reading()).to.deep.equal([['Chair'], 3])
      await database.knex('items').insert({ name: 'Vase', price: 7 })
      const all = await Promise.all(Array.from({ length: 12 }, () => reading()))
      for (const each of all) expect(each).to.deep.equal([['Chair'], 4])
    })

    it('is right after a change by another process', async () => {
      expect(await reading()).to.deep.equal([['Chair'], 4])
      const other = new DatabaseSync(join(directory.directory, 'atrium.sqlite'))
      other.prepare("insert into items (name, price) values ('Bowl', 7)").run()
      other.close()
      expect(await reading()).to.deep.equal([['Chair'], 5])
    })

    it('includes what its own transaction has changed, and nothing of another one', async () => {
      await database.transaction(async (transaction) => {
        expect(await list()).to.deep.equal([['Chair'], 5])
        await transaction('items').where({ name: 'Bowl' }).delete()
        expect(await list()).to.deep.equal([['Chair'], 4])
        expect(await database.outside(() => reading())).to.deep.equal([['Chair'], 5])
      })
      expect(await reading()).to.deep.equal([['Chair'], 4])
    })

    it('follows the values of the filters, whose statement is made once for each shape', async () => {
      const eq = (field: string, ...values: (string | number)[]) => ({ field, comparison: 'eq', values }) as const
      for (let round = 0; round < 2; round += 1) {
        expect(await reading([eq('price', 7)])).to.deep.equal([['Vase'], 1])
        expect(await reading([eq('price', 90)])).to.deep.equal([['Table'], 1])
        expect(await reading([eq('name', 'Lamp', 'Chair')])).to.deep.equal([['Chair'], 2])
        expect(await reading([eq('name', 'Vase', 'Table')], 1)).to.deep.equal([['Vase'], 2])
        expect(await reading([eq('price', 7), eq('name', 'Chair')])).to.deep.equal([[], 0])
        expect(await reading([{ field: 'price', comparison: 'null', values: [true] }])).to.deep.equal([['Lamp'], 1])
        expect(await reading([{ field: 'price', comparison: 'null', values: [false] }])).to.deep.equal([['Chair'], 3])
        expect(await reading([{ field: 'price', comparison: 'ne', values: [7] }])).to.deep.equal([['Chair'], 3])
        for (const [text, name] of [['tab', 'Table'] as const, ['la', 'Lamp'] as const])
          expect(await reading([{ field: 'name', comparison: 'like', values: [text] }])).to.deep.equal([[name], 1])
      }
    })
  })
}
