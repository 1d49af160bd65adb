import { expect } from 'chai'
import { AsyncLocalStorage } from 'node:async_hooks'
import { open as openFile, rm } from 'node:fs/promises'
import type { Knex } from 'knex'
import { type Database, DatabaseHealth, openDatabase } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { eachDatabase, eachSqlite, openItems } from '../../../helpers/databases.ts'
import { startPostgresCluster } from '../../../helpers/postgres-cluster.ts'
import type { PostgresCluster } from '../../../helpers/postgres-cluster.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { lockElsewhere } from '../../../helpers/lock-elsewhere.ts'
import { until } from '../../../helpers/until.ts'

/** Keeps as many connections in use until the returned function is called. */
async function hold(knex: Knex, connections: number): Promise<() => Promise<void>> {
  const transactions = await Promise.all(Array.from({ length: connections }, () => knex.transaction()))
  await Promise.all(transactions.map((transaction) => transaction.raw('select 1')))
  return async () => void (await Promise.all(transactions.map((transaction) => transaction.rollback())))
}

describe('the health of a SQLite database', () => {
  eachSqlite((target) => {
    let database: Database
    let health: DatabaseHealth
    let file: string
    beforeEach(async () => {
      ;({ database, file } = await openItems(target))
      health = new DatabaseHealth(database, { log: silentLogger })
      expect(await health.trouble()).to.equal(undefined)
    })

    const add = (name: string) => database.knex('items').insert({ name })
    const becomes = (trouble: string | undefined) =>
      until(`the trouble to be ${trouble}`, async () => (await health.trouble()) === trouble)
    /** Does something at the moment two seconds from now, where the clock stands still meanwhile. */
    const inTwoSeconds = async (work: () => Promise<unknown>) => {
      const { now } = performance
      const then = performance.now() + 2_000
      performance.now = () => then
      await work().finally(() => (performance.now = now))
    }

    it('tells that it is read-only, and that it is not any more', async () => {
      await database.knex.raw('PRAGMA query_only = ON')
      await becomes('database_read_only')
      await database.knex.raw('PRAGMA query_only = OFF')
      await becomes(undefined)
    })

    it('tells that a statement found no space, and within two seconds that there is space again', async () => {
      await database.knex.raw('PRAGMA max_page_count = 20')
      await add('x'.repeat(1_000_000)).catch(() => undefined)
      expect(await health.trouble()).to.equal('database_full')
      expect(await add('small'), 'there is space for little').to.have.length(1)
      expect(await health.trouble()).to.equal('database_full')
      await database.knex.raw('PRAGMA max_page_count = 1000000')
      await inTwoSeconds(() => becomes(undefined))
      expect(await database.knex.schema.hasTable('atrium_space_probe')).to.equal(false)
    })

    it('tells that another process has locked it, once changes give up waiting', async () => {
      const other = await lockElsewhere(file)
      await becomes('database_writer_blocked')
      await other.kill()
      await becomes(undefined)
    })

    it('tells that a transaction does not end', async () => {
      const release = await hold(database.knex, 1)
      await becomes('database_writer_blocked')
      await release()
      await becomes(undefined)
    })

    it('tells that all readers are in use', async () => {
      const release = await hold(database.reader, 5)
      expect(await health.trouble()).to.equal('database_pool_exhausted')
      await release()
      await becomes(undefined)
    })

    it('tells that a statement met a damaged page, until the host is restarted', async () => {
      for (let count = 0; count < 100; count++) await add('x'.repeat(4_000))
      await database.knex.raw('PRAGMA wal_checkpoint(TRUNCATE)')
      const damaged = await openFile(file, 'r+')
      const { size } = await damaged.stat()
      await damaged.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096)
      await damaged.close()
      await becomesAfterReading('database_corrupt')
    })

    /** Pages stay in the memory of a connection until something is written. */
    const becomesAfterReading = (trouble: string) =>
      until(`the trouble to be ${trouble}`, async () => {
        await database.reader('items').catch(() => undefined)
        return (await health.trouble()) === trouble
      })

    it('tells that its file is gone', async () => {
      await rm(file)
      expect(await health.trouble()).to.equal('database_unavailable')
    })
  })
})

describe('the health of a database whose connections are shared', () => {
  eachDatabase(({ open, dialect }) => {
    const owners = new AsyncLocalStorage<string>()
    /** What one caller after the other gets of all that is not reserved for the platform. */
    const shares = dialect === 'sqlite' ? [2, 1, 1] : [5, 3, 1, 1]
    let database: Database
    let health: DatabaseHealth
    let held: (() => Promise<void>)[]
    beforeEach(async () => {
      database = await open({ ownerOf: () => owners.getStore() })
      health = new DatabaseHealth(database, { log: silentLogger })
      held = []
    })
    afterEach(() => Promise.all(held.map((release) => release())))

    const holdAs = (owner: string, count: number) =>
      owners.run(owner, async () => held.push(await database.reading(() => hold(database.context, count))))
    const readAs = (owner: string) =>
      owners.run(owner, () => database.reading(async () => void (await database.context.raw('select 1'))))

    it('tells that callers use all that is not reserved for the platform, once another gives up waiting', async () => {
      for (const [index, count] of shares.entries()) await holdAs(`owner ${index}`, count)
      expect(await health.trouble()).to.equal(undefined)
      expect(await rejection(readAs('linus'))).to.include({ code: 'turn_late' })
      expect(await health.trouble()).to.equal('database_pool_exhausted')
    })

    it('is good if a caller waits for what it uses itself', async () => {
      await holdAs('ada', shares[0] ?? 0)
      expect(await rejection(readAs('ada'))).to.include({ code: 'turn_late' })
      expect(await health.trouble()).to.equal(undefined)
    })

    if (dialect === 'sqlite')
      it('tells that a caller keeps the writer, once another gives up waiting', async () => {
        owners.run('ada', () => void hold(database.knex, 1).then((release) => held.push(release)))
        await until('the transaction', () => held.length > 0)
        await rejection(
          owners.run('linus', () => database.transaction(async () => void (await database.context.raw('select 1')))),
        )
        expect(await health.trouble()).to.equal('database_writer_blocked')
      })
  })
})

describe('the health of a PostgreSQL database', () => {
  let cluster: PostgresCluster
  let database: Database
  let health: DatabaseHealth
  before(async () => {
    cluster = await startPostgresCluster()
    database = await openDatabase({ dataDir: '', url: cluster.url })
    health = new DatabaseHealth(database, { log: silentLogger })
  })
  after(async () => {
    await database.close()
    await cluster.remove()
  })

  const becomes = (trouble: string | undefined) =>
    until(`the trouble to be ${trouble}`, async () => (await health.trouble()) === trouble)

  it('tells that the server only reads, as a standby does', async () => {
    expect(await health.trouble()).to.equal(undefined)
    const setReadOnly = async (on: boolean) => {
      await database.knex.raw(`ALTER SYSTEM SET default_transaction_read_only = ${on}`)
      await database.knex.raw('SELECT pg_reload_conf()')
    }
    await setReadOnly(true)
    await becomes('database_read_only')
    await setReadOnly(false)
    await becomes(undefined)
  })

  it('tells that all connections are in use', async () => {
    const release = await hold(database.knex, 13)
    expect(await health.trouble()).to.equal('database_pool_exhausted')
    await release()
    await becomes(undefined)
  })

  it('tells that the server is gone', async () => {
    await cluster.stop()
    expect(await health.trouble()).to.equal('database_unavailable')
    await cluster.start()
    await becomes(undefined)
  })
})
