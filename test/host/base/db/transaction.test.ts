import { expect } from 'chai'
import { DatabaseError } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

describe('a transaction', () => {
  eachDriver(({ open, dialect }) => {
    let database: Database
    before(async () => {
      database = await open()
      await database.knex.schema.createTable('items', (table) => void table.string('name').primary())
    })
    beforeEach(() => database.knex('items').delete())

    const add = (name: string) => database.context('items').insert({ name })
    const names = async () => (await database.knex('items').orderBy('name')).map(({ name }: { name: string }) => name)

    it('keeps what its function did and returns what it returned', async () => {
      const result = await database.transaction(async () => {
        await add('a')
        return 'done'
      })
      expect(result).to.equal('done')
      expect(await names()).to.deep.equal(['a'])
    })

    it('is rolled back if its function throws, and rejects with that error', async () => {
      const error = new Error('no')
      const failed = database.transaction(async () => {
        await add('a')
        throw error
      })
      expect(await rejection(failed)).to.equal(error)
      expect(await names()).to.be.empty
    })

    it('is rolled back if a synchronous function throws', async () => {
      const failed = database.transaction(() => {
        throw new Error('at once')
      })
      expect(await rejection(failed)).to.have.property('message', 'at once')
    })

    it('is not visible from outside before the commit', async () => {
      await database.transaction(async () => {
        await add('a')
        expect(await database.reader('items')).to.be.empty
      })
      expect(await database.reader('items')).to.have.lengthOf(1)
    })

    it('nests as a savepoint: the inner one can fail alone', async () => {
      await database.transaction(async () => {
        await add('outer')
        const inner = database.transaction(async () => {
          await add('inner')
          throw new Error('inner')
        })
        expect(await rejection(inner)).to.have.property('message', 'inner')
      })
      expect(await names()).to.deep.equal(['outer'])
    })

    it('keeps nothing of an inner one if the outer one fails', async () => {
      const failed = database.transaction(async () => {
        await database.transaction(() => add('inner'))
        throw new Error('outer')
      })
      expect(await rejection(failed)).to.have.property('message', 'outer')
      expect(await names()).to.be.empty
    })

    it('continues after a refused statement that ran in a nested transaction', async () => {
      await database.transaction(async () => {
        await add('a')
        await database.transaction(() => add('a')).catch(() => undefined)
        await add('b')
      })
      expect(await names()).to.deep.equal(['a', 'b'])
    })

    it('rejects if it was rolled back explicitly', async () => {
      const failed = database.transaction(async (transaction) => {
        await add('a')
        await transaction.rollback()
      })
      expect(await rejection(failed)).to.include({ code: 'transaction_rolled_back' })
      expect(await names()).to.be.empty
    })

    if (dialect === 'postgres') {
      it('rejects if PostgreSQL turned its COMMIT into a ROLLBACK because the error of a statement was swallowed', async () => {
        const failed = database.transaction(async () => {
          await add('a')
          await add('a').catch(() => undefined)
        })
        expect(await rejection(failed))
          .to.be.instanceOf(DatabaseError)
          .and.to.include({ code: 'transaction_rolled_back' })
        expect(await names()).to.be.empty
      })

      it('rejects if the server closes the connection, and the next one works', async () => {
        const failed = database.transaction(async (transaction) => {
          await add('a')
          const { rows } = await transaction.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')
          await database.knex.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0])
          await add('b')
        })
        expect(await rejection(failed)).to.be.instanceOf(Error)
        await database.transaction(() => add('c'))
        expect(await names()).to.deep.equal(['c'])
      })
    }

    it('refuses work that its function left running, so that nothing of a failed call is committed on its own', async () => {
      let release: () => void = () => undefined
      const ended = new Promise<void>((resolve) => (release = resolve))
      let late: Promise<unknown> | undefined
      const failed = database.transaction(async () => {
        late = ended.then(() => add('late'))
        late.catch(() => undefined)
        await Promise.all([late, Promise.reject(new Error('the other one'))])
      })
      expect(await rejection(failed)).to.have.property('message', 'the other one')
      release()
      expect(await rejection(late as Promise<unknown>)).to.include({ code: 'transaction_over' })
      expect(await names()).to.be.empty
    })

    /** A transaction that fails without waiting for the statements that `work` sends after its first one. */
    const failsDuring = async (work: (send: (statement: PromiseLike<unknown>) => void) => Promise<void>) => {
      const sent: Promise<unknown>[] = []
      const failed = database.transaction(async () => {
        await add('a')
        await work((statement) => sent.push(Promise.resolve(statement).catch(() => undefined)))
        throw new Error('no')
      })
      expect(await rejection(failed)).to.have.property('message', 'no')
      await Promise.all(sent)
    }

    it('undoes statements that were under way when it failed', async () => {
      // From then on the driver need not prepare a ROLLBACK.
      await failsDuring(async () => undefined)
      await failsDuring(async (send) => {
        // Each is new to the driver, which has to prepare it first.
        for (const name of ['b', 'c', 'd']) send(database.context.raw(`insert into items (name) values ('${name}')`))
      })
      expect(await names()).to.be.empty
    })

    it('leaves nothing open if it failed while an inner one was beginning', async () => {
      await failsDuring(async (send) => {
        send(database.transaction(() => add('b')))
        // Until the inner one has sent its SAVEPOINT.
        for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
      })
      await database.transaction(() => add('c'))
      expect(await names()).to.deep.equal(['c'])
    })

    it('takes turns with others: many at the same time all succeed', async () => {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          database.transaction(async () => {
            const count = await database.context('items')
            await add(`${index} after ${count.length}`)
          }),
        ),
      )
      expect(await names()).to.have.lengthOf(40)
    })

    it('of many statements lets timers and requests run in between', async () => {
      let ticks = 0
      const ticking = setInterval(() => ticks++, 1)
      await database.transaction(async () => {
        while (ticks < 3) await database.context('items').count()
      })
      clearInterval(ticking)
      expect(ticks).to.be.at.least(3)
    })

    it('can be left for work that outlives it', async () => {
      let outlives: Promise<unknown> | undefined
      await database.transaction(async () => {
        await add('a')
        outlives = database.outside(async () => add('b'))
      })
      await outlives
      expect(await names()).to.deep.equal(['a', 'b'])
    })
  })
})
