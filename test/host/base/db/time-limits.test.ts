import { expect } from 'chai'
import type { Knex } from 'knex'
import { classifyDatabaseError } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const never = () => new Promise<never>(() => undefined)

/** A statement that takes longer than any limit of these tests. */
const endless = {
  sqlite: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
  postgres: 'select pg_sleep(3600)',
}

describe('the time limit of a database', () => {
  eachDriver(({ name, open, dialect }) => {
    let database: Database
    let db: Knex
    before(async () => {
      database = await open({ limit: 100 })
      db = database.guardedContext(() => undefined)
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
    })
    beforeEach(() => database.knex('items').delete())

    const add = (item: string) => db('items').insert({ name: item })
    const count = async () => (await database.reader('items')).length

    it('ends a transaction of a plugin that does not end by itself', async () => {
      const hanging = db.transaction(async () => {
        await add('a')
        await never()
      })
      expect(await rejection(hanging)).to.have.property('code', 'time_over')
      expect(await count()).to.equal(0)
      await add('b')
      expect(await count()).to.equal(1)
    })

    it('refuses the later statements of that transaction', async () => {
      let resume = () => undefined as void
      let late: Promise<unknown> = Promise.resolve()
      const paused = new Promise<void>((resolve) => (resume = resolve))
      const hanging = db.transaction(async () => {
        const nested = db.transaction(async () => {
          await add('a')
          await paused
          await add('b')
        })
        late = rejection(nested)
        await nested
      })
      await rejection(hanging)
      resume()
      expect(await late).to.have.property('code', 'time_over')
      expect(await count()).to.equal(0)
    })

    it('ends a transaction that a plugin began by hand and forgot', async () => {
      const transaction = await db.transaction()
      await transaction('items').insert({ name: 'a' })
      await rejection(transaction.executionPromise)
      await add('b')
      expect(await count()).to.equal(1)
    })

    it('does not concern transactions of the platform', async () => {
      await database.transaction(async () => {
        await database.context('items').insert({ name: 'a' })
        const other = await database.outside(() => database.reading(() => db.transaction()))
        await rejection(other.executionPromise)
        await database.context('items').insert({ name: 'b' })
      })
      expect(await count()).to.equal(2)
    })

    if (name !== 'prebuilt') {
      it('stops a statement outside of transactions, on readers and on the writer', async () => {
        const slow = async (): Promise<unknown> => database.context.raw(endless[dialect])
        for (const run of [() => database.reading(slow), slow]) {
          const error = await rejection(run())
          expect(classifyDatabaseError(error)).to.include({ kind: 'late' })
        }
        await add('a')
        expect(await count()).to.equal(1)
      })

      it('stops a statement under way, and the connection serves the next', async () => {
        const slow = db.transaction(async () => {
          await add('a')
          await db.raw(endless[dialect])
        })
        // On PostgreSQL the server may be the first to end it.
        expect(classifyDatabaseError(await rejection(slow))).to.include({ kind: 'late' })
        await add('b')
        expect(await count()).to.equal(1)
      })
    }
  })
})
