import { expect } from 'chai'
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, poolsOf } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'

describe('the connections of a database', () => {
  eachDatabase(({ open, dialect }) => {
    const owners = new AsyncLocalStorage<string | undefined>()
    const readers = dialect === 'sqlite' ? 4 : 10
    let database: Database
    before(async () => {
      database = await open({ ownerOf: () => owners.getStore() })
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
    })

    /** Takes a connection for reading as an owner. Resolves with the function that gives it back. */
    const hold = (owner: string) =>
      owners.run(owner, async () => {
        const transaction = await database.reading(() => database.context.transaction({ doNotRejectOnRollback: true }))
        return async () => void (await transaction.rollback())
      })
    const holdMany = (owner: string, count: number) => Promise.all(Array.from({ length: count }, () => hold(owner)))
    /** Each owner takes as many as it gets, until none is left. */
    const holdAll = async () => {
      const held: (() => Promise<void>)[] = []
      for (let owner = 0, left = readers; left > 0; owner++) {
        const count = Math.ceil(left / 2)
        held.push(...(await holdMany(`owner ${owner}`, count)))
        left -= count
      }
      return held
    }
    const readAs = (owner: string) => owners.run(owner, () => database.reading(async () => database.context('items')))

    it('serve one owner with at most half of them; it waits for more, others do not', async () => {
      const held = await holdMany('ada', readers / 2)
      const waiting = readAs('ada')
      let isServed = false
      void waiting.then(() => (isServed = true))
      await readAs('grace')
      expect(isServed).to.equal(false)
      await held.pop()?.()
      await waiting
      for (const release of held) await release()
    })

    it('leave some to the next owner, however many two others want', async () => {
      const wanted = ['ada', 'grace'].flatMap((owner) => Array.from({ length: readers }, () => hold(owner)))
      expect(await readAs('linus')).to.deep.equal([])
      for (const held of wanted) await (await held)()
    })

    it('serve the platform although others use all of them', async () => {
      const held = await holdAll()
      expect(await database.reading(async () => database.context('items'))).to.deep.equal([])
      expect(await rejection(readAs('linus'))).to.include({ code: 'turn_late' })
      for (const release of held) await release()
      expect(await readAs('linus')).to.deep.equal([])
    })

    if (dialect === 'postgres') {
      it('are given back by transactions whose time is over, although their owner has no other', async () => {
        const limited = await open({ ownerOf: () => owners.getStore(), limit: 2_000 })
        const db = limited.guardedContext()
        await limited.knex.schema.createTable('items', (table) => void table.string('name'))
        const asAda = <Result>(run: () => Promise<Result>) => owners.run('ada', run)
        const hang = () => db.transaction(() => new Promise<never>(() => undefined))
        const hanging = Array.from({ length: readers / 2 }, () => rejection(asAda(hang)))
        const waiting = asAda(async () => db('items'))
        for (const each of hanging) expect(await each).to.include({ code: 'time_over' })
        expect(await waiting).to.deep.equal([])
      })
    }

    if (dialect === 'sqlite') {
      /** Lets owners want the writer while `ada` has it, and returns in which order they got it. */
      const orderOf = async (...waiting: string[]) => {
        const order: string[] = []
        const write = (owner: string, then: () => unknown) =>
          owners.run(owner === 'platform' ? undefined : owner, () =>
            database.transaction(async (transaction) => {
              await transaction('items').insert({ name: owner })
              await then()
            }),
          )
        let all: Promise<unknown> = Promise.resolve()
        await write('ada', async () => {
          const others = () => waiting.map((owner) => write(owner, () => order.push(owner)))
          all = Promise.all(database.outside(others))
          await until('all wait for the writer', () => poolsOf(database)[0]?.waiting === waiting.length)
        })
        await all
        return order
      }

      it('let the platform write first, then the others in turn', async () => {
        const order = await orderOf('grace', 'grace', 'linus', 'platform')
        expect(order).to.deep.equal(['platform', 'grace', 'linus', 'grace'])
      })

      it('let those write first who have not just used the writer', async () => {
        expect(await orderOf('ada', 'grace')).to.deep.equal(['grace', 'ada'])
      })
    }
  })
})
