import { expect } from 'chai'
import { AsyncLocalStorage } from 'node:async_hooks'
import { pbkdf2 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { classifyDatabaseError } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDriver, eachSqlite, target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'

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
      // On PostgreSQL it is also the limit of each statement of these tests, which a busy machine delays.
      database = await open({ limit: 400 })
      db = database.guardedContext()
      await createItems()
    })
    beforeEach(() => database.knex('items').delete())

    /** On PostgreSQL the limit also holds for each statement of the platform, and a busy disk may need longer for a table. */
    const createItems = () =>
      database.knex.transaction(async (transaction) => {
        if (dialect === 'postgres') await transaction.raw('set local statement_timeout = 0')
        await transaction.schema.createTable('items', (table) => void table.string('name'))
      })
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

    it('does not exist if it is infinite', async () => {
      const free = await open({ limit: Infinity })
      const own = free.guardedContext()
      await free.knex.schema.createTable('trips', (table) => void table.string('name'))
      await own.transaction(async () => {
        await own('trips').insert({ name: 'a' })
        await pause(5)
        await own('trips').insert({ name: 'b' })
      })
      expect(await own('trips').pluck('name')).to.have.members(['a', 'b'])
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

describe('a transaction that has SQLite’s only writer and does not use it', () => {
  eachSqlite(({ open }) => {
    const owners = new AsyncLocalStorage<string>()
    let database: Database
    let db: Knex
    before(async () => {
      database = await open({ limit: 60_000, idleLimit: 500, ownerOf: () => owners.getStore() })
      db = database.guardedContext()
      await database.knex.schema.createTable('items', (table) => void table.string('name'))
    })
    beforeEach(() => database.knex('items').delete())

    const add = (name: string, owner = 'ada') => owners.run(owner, () => db('items').insert({ name }))
    const names = () => database.reader('items').orderBy('name').pluck('name')

    it('is rolled back once others wait for it, and its later statements are refused', async () => {
      let refused: Promise<unknown> | undefined
      let resume = () => undefined as void
      const paused = new Promise<void>((resolve) => (resume = resolve))
      const hanging = owners.run('ada', () =>
        db.transaction(async () => {
          await add('a')
          refused = rejection(paused.then(() => add('later')))
          await refused
        }),
      )
      const ended = rejection(hanging)
      await until('it has the writer', () => refused !== undefined)
      await add('b', 'grace')
      const error = await ended
      expect(error).to.have.property('code', 'transaction_unused')
      expect(error.stack).to.contain('time-limits.test.ts')
      resume()
      expect(await refused).to.have.property('code', 'transaction_unused')
      expect(await names()).to.deep.equal(['b'])
    })

    it('is rolled back too after a nested transaction', async () => {
      let isUsed = false
      let stop = () => {}
      const hanging = owners.run('ada', () =>
        db.transaction(async () => {
          await db.transaction(() => add('a'))
          isUsed = true
          await new Promise<void>((resolve) => (stop = resolve))
        }),
      )
      const ended = rejection(hanging)
      await until('it has the writer', () => isUsed)
      await add('b', 'grace')
      expect(await ended).to.have.property('code', 'transaction_unused')
      stop()
      expect(await names()).to.deep.equal(['b'])
    })

    it('is rolled back too if it was begun by hand', async () => {
      const transaction = await owners.run('ada', () => db.transaction(undefined, { doNotRejectOnRollback: true }))
      await transaction('items').insert({ name: 'a' })
      await add('b', 'grace')
      expect(await names()).to.deep.equal(['b'])
    })

    it('is left alone while nobody waits, and while it uses the database', async () => {
      await owners.run('ada', () =>
        db.transaction(async () => {
          await add('a')
          await pause(800)
          await add('b')
        }),
      )
      let others: Promise<unknown> = Promise.resolve()
      await owners.run('ada', () =>
        db.transaction(async () => {
          await add('c')
          others = database.outside(() => add('e', 'grace'))
          for (let time = 0; time < 80; time++) {
            await pause(10)
            await add('d')
          }
          await db('items').where({ name: 'd' }).delete()
        }),
      )
      await others
      expect(await names()).to.deep.equal(['a', 'b', 'c', 'e'])
    })
  })
})

interface LentConnection {
  acquireRawConnection(): Promise<object>
  destroyRawConnection(connection: object): Promise<void>
  execute(connection: object, query: { sql: string; bindings: unknown[] }, endsAt?: number): Promise<unknown>
}

/** Keeps all threads of libuv busy for a while. */
const busyThreads = () =>
  Promise.all(
    Array.from(
      { length: 16 },
      () => new Promise((resolve) => pbkdf2('word', 'salt', 150_000, 64, 'sha512', () => resolve(undefined))),
    ),
  )

describe('a connection of sqlite3 that is closed while the time of its statement ends', () => {
  const { open } = target('sqlite3')

  it('does not end the process', async () => {
    const { reader } = await open({ limit: 100 })
    const client = reader.client as LentConnection
    const connection = await client.acquireRawConnection()
    const sql = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select count(*) from n'
    // Its statement is prepared before, so that closing can finish it.
    await client.execute(connection, { sql, bindings: [1] })
    const ended = rejection(client.execute(connection, { sql, bindings: [1e15] }, performance.now() + 100))
    const closed = client.destroyRawConnection(connection)
    // Its closing waits for a thread, and meanwhile the statement is interrupted again.
    const busy = busyThreads()
    expect(classifyDatabaseError(await ended)?.kind).to.equal('late')
    await Promise.all([closed, busy])
  })
})
