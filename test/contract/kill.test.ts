import { dirname } from 'node:path'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { surviveKills } from '../../plugins/booking/test/suites/survive-kills.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { startMortalHosts } from '../helpers/mortal-hosts.ts'
import { TEMPLATE } from './template-host.ts'

/** `npm run bench -- soak` kills more often, among more bookings. */
const ORDEAL = { bookings: 150, callers: 5, kills: 6 }

describe('Hosts that are killed 6 times', function () {
  this.timeout(300_000)
  before('build them', () => buildPackages(root))

  const databases: [name: string, count: number, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', 1, async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['postgres, one killed while the other serves,', 2, async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, count, environment] of databases) {
    it(`make each of 150 bookings once, though 5 callers ask until they are answered, on ${name}`, async () => {
      const plugins = { ATRIUM_PLUGINS: dirname(TEMPLATE) }
      const hosts = await startMortalHosts({ count, environment: { ...plugins, ...(await environment()) } })
      try {
        await surviveKills(hosts, ORDEAL)
      } finally {
        await hosts.end()
      }
    })
  }
})
