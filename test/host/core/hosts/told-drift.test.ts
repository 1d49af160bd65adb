import { expect } from 'chai'
import { createLogger } from '../../../../host/base/log/index.ts'
import { createHosts, HOST_TABLE, hostMigrations } from '../../../../host/core/hosts/index.ts'
import { Registries } from '../../../../host/core/registries/index.ts'
import { target } from '../../../helpers/databases.ts'

describe('The log of a host about others', () => {
  const postgres = target('postgres')

  it('names at once what only a restart changes, and plugins that others have not followed after seconds, each once', async () => {
    const database = await postgres.openMigrated(hostMigrations)
    const logged: string[] = []
    const write = (line: string) => void logged.push((JSON.parse(line) as { code: string }).code)
    const log = await createLogger({ level: 'warn', pretty: false, stream: { write } })
    const { plugins } = new Registries()
    let time = 0
    const place = { dataDir: '', s3: {} }
    const hosts = createHosts({ ...place, database, log, plugins, keys: ['k1'], version: '1.2.0', now: () => time })
    await hosts.begin({ address: 'http://127.0.0.1:3000' })
    // Signs of life are compared by the clock of the database.
    const seen_at = database.knex.raw('clock_timestamp()')
    const fleet = { id: 'fleet', version: '1.0.0', state: 'active', content: 'a1' }
    const about = { id: 'other', name: 'other:1', address: 'http://127.0.0.1:1', version: '1.1.0', node: '24.0.0' }
    await database.knex(HOST_TABLE).insert({
      ...{ ...about, started_at: seen_at, seen_at, is_ready: true },
      ...{ keys: '["k1"]', plugins: JSON.stringify([fleet]) },
    })
    await hosts.setReady()
    expect(logged).to.deep.equal(['atrium_version'])
    time = 4_000
    await hosts.setReady()
    expect(logged).to.deep.equal(['atrium_version'])
    time = 6_000
    await hosts.setReady()
    await hosts.setReady()
    expect(logged).to.deep.equal(['atrium_version', 'plugin_state'])
    // Ending a host does not fail because its database is away.
    await database.close()
    await hosts.close()
  })
})
