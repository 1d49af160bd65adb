import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { classifyDatabaseError, openDatabase } from '../../../../host/base/db/index.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachSqlite, openItems } from '../../../helpers/databases.ts'
import { startPostgresCluster } from '../../../helpers/postgres-cluster.ts'
import type { PostgresCluster } from '../../../helpers/postgres-cluster.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { lockElsewhere } from '../../../helpers/lock-elsewhere.ts'
import { startSilentProxy } from '../../../helpers/silent-proxy.ts'

const kindOf = async (promise: PromiseLike<unknown>) => classifyDatabaseError(await rejection(promise))?.kind

describe('a SQLite file', () => {
  eachSqlite((target) => {
    let database: Database
    let file: string
    beforeEach(async () => void ({ database, file } = await openItems(target)))

    const add = (name = 'a') => database.transaction(() => database.context('items').insert({ name }))
    const lockedElsewhere = () => lockElsewhere(file)

    it('that another process has locked is waited for, and the host stays responsive', async () => {
      const other = await lockedElsewhere()
      const waiting = add()
      let ticks = 0
      const ticking = setInterval(() => ticks++, 10)
      while (ticks < 10) await new Promise(setImmediate)
      expect(await database.reading(() => database.context('items'))).to.be.empty
      clearInterval(ticking)
      await other.kill()
      await waiting
      expect(await database.knex('items')).to.have.lengthOf(1)
    })

    it('that stays locked fails as busy after 5 s, and works again when it is free', async () => {
      const other = await lockedElsewhere()
      const begun = performance.now()
      expect(await kindOf(add())).to.equal('busy')
      expect(performance.now() - begun).to.be.at.least(4_500)
      await other.kill()
      await add()
    })

    it('that is full says so, and accepts changes again when there is space', async () => {
      await database.knex.raw('PRAGMA max_page_count = 20')
      expect(await kindOf(add('x'.repeat(1_000_000)))).to.equal('full')
      expect(await database.reader('items')).to.be.empty
      await database.knex.raw('PRAGMA max_page_count = 1000000')
      await add()
      expect(await database.reader('items')).to.have.lengthOf(1)
    })

    it('that is full keeps nothing of a call that ignores the error', async () => {
      await database.knex.raw('PRAGMA max_page_count = 20')
      const regardless = database.transaction(async () => {
        const insert = (name: string) => database.context('items').insert({ name })
        await insert('before')
        await insert('x'.repeat(1_000_000)).catch(() => undefined)
        await insert('after').catch(() => undefined)
      })
      expect(await kindOf(regardless)).to.equal('full')
      expect(await database.reader('items')).to.be.empty
      await add()
    })

    it('that is read-only says so', async () => {
      await database.knex.raw('PRAGMA query_only = ON')
      expect(await kindOf(add())).to.equal('read_only')
      await database.knex.raw('PRAGMA query_only = OFF')
      await add()
    })

    it('that was removed is reported by ping', async () => {
      await rm(file)
      const error = await rejection(database.ping())
      expect(error).to.include({ code: 'database_unavailable' })
      expect(error.message).to.include(`[${file}]`)
    })
  })
})

describe('a PostgreSQL server', () => {
  let cluster: PostgresCluster
  let database: Database
  let url: string
  before(async () => {
    cluster = await startPostgresCluster()
    url = cluster.url
    database = await openDatabase({ dataDir: '', url })
    await database.knex.schema.createTable('items', (table) => void table.string('name'))
  })
  after(async () => {
    await database.close()
    await cluster.remove()
  })

  const add = () => database.transaction(() => database.context('items').insert({ name: 'a' }))

  it('that stops fails running and new work at once, and is used again when it is back', async () => {
    const running = database.transaction(async () => {
      await database.context('items').insert({ name: 'lost' })
      await cluster.stop()
      await database.context('items').insert({ name: 'lost too' })
    })
    expect(await kindOf(running)).to.equal('unavailable')
    expect(await kindOf(add())).to.equal('unavailable')
    expect(await kindOf(database.reading(() => database.context('items')))).to.equal('unavailable')
    expect(await rejection(database.ping())).to.include({ code: 'database_unavailable' })
    await cluster.start()
    await database.ping()
    await add()
    expect(await database.knex('items').pluck('name')).to.deep.equal(['a'])
  })

  it('that is unreachable at the start is named, without its password', async () => {
    await cluster.stop()
    const address = new URL(url)
    address.password = 's3cret'
    const error = await rejection(openDatabase({ dataDir: '', url: address.href }))
    await cluster.start()
    expect(error).to.include({ code: 'database_unavailable' })
    expect(error.message).to.include(`[${address.host}${address.pathname}]`).and.to.include('ECONNREFUSED')
    expect(error.message).to.not.include('s3cret')
  })

  it('that gives no connection in time is tried again at the start, and named later', async () => {
    const proxy = await startSilentProxy(url)
    proxy.ignoreNext()
    const late = await openDatabase({ dataDir: '', url: proxy.urlOf(url) })
    await late.ping()
    proxy.ignoreNext()
    const error = await late.transaction(() => rejection(late.knex('items')))
    await late.close()
    await proxy.close()
    expect(error).to.include({ code: 'database_unavailable' })
    expect(error.message).to.include(`${new URL(url).pathname}] of DATABASE_URL gave no connection within 4.5 s.`)
  })
})
