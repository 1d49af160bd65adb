import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachSqlite } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

/** A short wait for the only writer, and a short time for transactions of plugins. */
const BRIEF = 1_000

describe('a transaction on SQLite', () => {
  eachSqlite(({ open }) => {
    let database: Database
    before(async () => {
      database = await open({ limit: BRIEF })
      const { pool } = database.knex.client as { pool: { acquireTimeoutMillis: number } }
      pool.acquireTimeoutMillis = BRIEF
      await database.knex.schema.createTable('items', (table) => void table.integer('count'))
    })
    beforeEach(async () => {
      await database.knex('items').delete()
      await database.knex('items').insert({ count: 0 })
    })

    const count = async () => (await database.context('items').first<{ count: number }>()).count
    const countUp = async () => {
      const before = await count()
      await database.context('items').update({ count: before + 1 })
    }
    const outside = (work: () => Promise<void>) => database.outside(() => database.transaction(work))
    /** Has the writer while `work` runs. */
    const whileHeld = (work: () => Promise<void>) =>
      outside(async () => {
        await count()
        await database.outside(work)
      })

    it('lets others write until its first statement', async () => {
      await database.transaction(async () => {
        await outside(countUp)
        await countUp()
      })
      expect(await count()).to.equal(2)
    })

    it('keeps others from writing from then on, even if it has only read', async () => {
      await whileHeld(async () => void (await rejection(outside(countUp))))
      await Promise.all([1, 2, 3].map(() => outside(countUp)))
      expect(await count()).to.equal(3)
    })

    it('may end without a statement', async () => {
      let isCommitted = false
      await database.transaction(async () => database.afterCommit(() => void (isCommitted = true)))
      expect(await rejection(database.transaction(() => Promise.reject(new Error('no'))))).to.have.property(
        'message',
        'no',
      )
      expect(isCommitted).to.equal(true)
    })

    it('fails if it cannot begin, even if its function ignores the error of the statement', async () => {
      await whileHeld(async () => {
        const ignoring = database.transaction(() => countUp().catch(() => undefined))
        expect(await rejection(ignoring)).to.have.property('name', 'KnexTimeoutError')
      })
      await outside(countUp)
      expect(await count()).to.equal(1)
    })

    it('begins at the first statement of a savepoint', async () => {
      await database.transaction(async () => {
        await rejection(database.transaction(() => countUp().then(() => Promise.reject(new Error('no')))))
        await countUp()
      })
      expect(await count()).to.equal(1)
    })

    it('gives the writer back that it gets after its time', async () => {
      const { pool } = database.knex.client as { pool: { acquireTimeoutMillis: number } }
      pool.acquireTimeoutMillis = 5_000
      const db = database.guardedContext()
      await whileHeld(async () => {
        expect(await rejection(db.transaction(countUp))).to.have.property('code', 'time_over')
      })
      await outside(countUp)
      expect(await count()).to.equal(1)
    })
  })
})
