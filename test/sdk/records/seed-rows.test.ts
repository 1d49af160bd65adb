import { seed_rows, table_store, Type } from '@atrium/sdk'
import { expect } from 'chai'
import type { Database } from '../../../host/base/db/index.ts'
import { eachDatabase } from '../../helpers/databases.ts'

const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  seats: Type.Optional(Type.Integer()),
})

describe('seed_rows', () => {
  eachDatabase((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('vans', (table) => {
        table.increments('id')
        table.string('name').notNullable()
        table.text('tags').notNullable()
        table.integer('seats')
        table.integer('version').notNullable()
      })
    })

    it('writes what a store then reads, and says which key each row was given', async () => {
      const { context } = database
      const rows = Array.from({ length: 250 }, (_, at) => ({
        name: `Van ${at}`,
        tags: [`t${at}`],
        seats: at % 2 === 0 ? at : undefined,
        version: 1,
      }))
      const keys = await seed_rows(context, 'vans', rows, { key: 'id' })
      expect(new Set(keys)).to.have.property('size', 250)
      const store = table_store(context, 'vans', Van)
      for (const at of [0, 99, 100, 249]) {
        const seats = rows[at]?.seats
        const van = { id: keys[at], name: `Van ${at}`, tags: [`t${at}`], ...(seats !== undefined && { seats }) }
        expect(await store.get(keys[at] as number)).to.deep.equal(van)
      }
    })

    it('writes nothing where there is nothing, and asks for no keys that nobody wants', async () => {
      expect(await seed_rows(database.context, 'vans', [], { key: 'id' })).to.deep.equal([])
      expect(await seed_rows(database.context, 'vans', [{ name: 'A', tags: [], version: 1 }])).to.deep.equal([])
    })

    it('belongs to the transaction it is called in', async () => {
      const count = async () => (await database.knex('vans').select('id')).length
      const before = await count()
      await database
        .transaction(async () => {
          await seed_rows(database.context, 'vans', [{ name: 'B', tags: [], version: 1 }])
          throw new Error('no')
        })
        .catch(() => undefined)
      expect(await count()).to.equal(before)
    })
  })
})
