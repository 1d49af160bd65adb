import { expect } from 'chai'
import { authMigrations } from '../../../../host/core/auth/auth-migrations.ts'
import { Authority } from '../../../../host/core/auth/authority.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { target } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
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
    const close = () => [here, there].forEach((each) => each.close())
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
    close()
  })

  it('is not current before the first look', async () => {
    const { here, close } = await open()
    expect(here.isCurrent).to.equal(false)
    await here.look()
    expect(here.isCurrent).to.equal(true)
    close()
  })

  it('says in the log that it cannot be read, not at each look, and is read no more once it is closed', async () => {
    const { database, here, there, said, close } = await open()
    here.close()
    await database.knex.schema.renameTable('platform_authority', 'away')
    await until('the other one has said it', () => said.there.length > 0)
    for (let look = 1; look <= 3; look += 1) await rejection(there.look())
    expect(said.there).to.deep.equal(['the version of people and roles cannot be read'])
    expect(said.here).to.deep.equal([])
    there.close()
    close()
  })
})
