import { expect } from 'chai'
import { authMigrations } from '../../../../host/core/auth/auth-migrations.ts'
import { Authority } from '../../../../host/core/auth/authority.ts'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { startSilentProxy } from '../../../helpers/silent-proxy.ts'
import { until } from '../../../helpers/until.ts'

describe('The version of authority', () => {
  const sqlite = target('sqlite3')

  async function open() {
    const database = await sqlite.openMigrated(authMigrations)
    const said = { here: [] as string[], there: [] as string[] }
    const authority = (log: string[]) =>
      new Authority(database, { log: { ...silentLogger, error: (message: string) => void log.push(message) } })
    const [here, there] = [authority(said.here), authority(said.there)]
    const told = { here: 0, there: 0 }
    here.onChange(() => void (told.here += 1))
    there.onChange(() => void (told.there += 1))
    const close = () => Promise.all([here.close(), there.close()])
    return { database, here, there, told, said, close }
  }

  it('tells of a change here and elsewhere, and tells nothing while nothing changes', async () => {
    const { here, there, told, close } = await open()
    await here.look()
    await there.look()
    const { here: mine, there: theirs } = told
    await here.look()
    await there.look()
    expect(told).to.deep.equal({ here: mine, there: theirs })
    await here.change(() => Promise.resolve())
    expect(told.here).to.equal(mine + 1)
    await there.look()
    expect(told.there).to.equal(theirs + 1)
    await close()
  })

  it('is not current before the first look', async () => {
    const { here, close } = await open()
    expect(here.isCurrent).to.equal(false)
    await here.look()
    expect(here.isCurrent).to.equal(true)
    await close()
  })

  it('says in the log that it cannot be read, not at each look, and is read no more once it is closed', async () => {
    const { database, here, there, said, close } = await open()
    await here.close()
    there.hold(() => undefined)
    await database.knex.schema.renameTable('platform_authority', 'away')
    await until('the other one has said it', () => said.there.length > 0)
    for (let look = 1; look <= 3; look += 1) await rejection(there.look())
    expect(said.there).to.deep.equal(['the version of people and roles cannot be read'])
    expect(said.here).to.deep.equal([])
    await close()
  })
})

describe('The version of authority on two hosts on postgres', () => {
  const postgres = target('postgres')

  async function open() {
    const { dataDir, url = '' } = await postgres.place(authMigrations)
    const proxy = await startSilentProxy(url)
    const databases = [await openDatabase({ dataDir, url }), await openDatabase({ dataDir, url: proxy.urlOf(url) })]
    const [here, there] = databases.map((database) => new Authority(database, { log: silentLogger })) as [
      Authority,
      Authority,
    ]
    const close = async () => {
      await Promise.all([here.close(), there.close()])
      await Promise.all(databases.map((database) => database.close()))
      await proxy.close()
    }
    const looks = { here: 0, there: 0 }
    const count = (of: keyof typeof looks) => (query: { sql: string }) =>
      void (looks[of] += Number(query.sql.startsWith('select "version"')))
    databases[0]?.knex.on('query', count('here'))
    databases[1]?.knex.on('query', count('there'))
    return { here, there, looks, proxy, close }
  }

  it('is told to a host that does not look', async () => {
    const { here, there, looks, close } = await open()
    let told = 0
    there.onChange(() => void (told += 1))
    await until('it listens', async () => {
      await here.change(() => Promise.resolve())
      return told > 0
    })
    looks.here = looks.there = 0
    const release = here.hold(() => undefined)
    await until('the host that holds a caller has looked often', () => looks.here >= 3)
    release()
    const before = told
    await here.change(() => Promise.resolve())
    await until('it is told', () => told > before)
    // A reconnection on a busy machine is a reason to look once.
    expect(looks.there).to.be.below(2)
    await close()
  })

  it('is seen by a host that holds a caller, although the connection that listens was cut without a word', async () => {
    const { here, there, proxy, close } = await open()
    let told = 0
    there.hold(() => void (told += 1))
    await until('it listens', () => proxy.silence('listen "atrium_authority"') > 0)
    const before = told
    await here.change(() => Promise.resolve())
    await until('it is told', () => told > before)
    await close()
  })
})
