import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'

describe('the context of a database', () => {
  eachDriver(({ open }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.context.schema.createTable('items', (table) => {
        table.increments('id')
        table.string('name')
        table.string('created_at').defaultTo(database.context.fn.now())
      })
    })
    beforeEach(() => database.knex('items').delete())

    it('is used like Knex: as a function, with raw, schema, fn, select and ref', async () => {
      const db = database.context
      await db('items').insert({ name: 'a' })
      expect(await db.schema.hasTable('items')).to.equal(true)
      expect(await db.select('name').from('items')).to.deep.equal([{ name: 'a' }])
      expect(
        await db('items')
          .where({ name: db.raw('?', ['a']) })
          .first(db.ref('name')),
      ).to.deep.equal({ name: 'a' })
      expect(await db('items').whereIn('id', db('items').select('id')).count({ count: '*' })).to.deep.equal([
        { count: 1 },
      ])
      expect('raw' in db).to.equal(true)
    })

    it('is the current transaction inside one', async () => {
      await database.transaction(async (transaction) => {
        await database.context('items').insert({ name: 'a' })
        expect(database.context.isTransaction).to.equal(true)
        expect(await transaction('items')).to.have.lengthOf(1)
      })
      expect(database.context.isTransaction).to.not.equal(true)
    })

    it('stays with its own call if several run at once', async () => {
      const call = (name: string) =>
        database.transaction(async () => {
          await database.context('items').insert({ name })
          return database.context('items').pluck('name')
        })
      const seen = await Promise.all(['a', 'b', 'c'].map(call))
      for (const [index, names] of seen.entries()) expect(names).to.include(['a', 'b', 'c'][index])
    })

    it('begins transactions and is that transaction inside them', async () => {
      const db = database.context
      const failed = db.transaction(async (transaction) => {
        await transaction('items').insert({ name: 'by the transaction' })
        await db('items').insert({ name: 'by the context' })
        throw new Error('no')
      })
      await failed.catch(() => undefined)
      expect(await db('items')).to.be.empty
    })

    it('nests transactions as savepoints inside a call', async () => {
      await database.transaction(async () => {
        await database.context('items').insert({ name: 'a' })
        const inner = database.context.transaction(async (transaction) => {
          await transaction('items').insert({ name: 'b' })
          throw new Error('no')
        })
        await inner.catch(() => undefined)
      })
      expect(await database.knex('items').pluck('name')).to.deep.equal(['a'])
    })

    it('hands out a transaction to be ended explicitly', async () => {
      const transaction = await database.context.transaction()
      await transaction('items').insert({ name: 'a' })
      await transaction.rollback()
      expect(await database.knex('items')).to.be.empty
    })

    it('does not let a plugin close the shared connections', async () => {
      expect(() => database.context.destroy())
        .to.throw()
        .with.property('code', 'not_yours_to_close')
      await database.ping()
    })
  })
})
