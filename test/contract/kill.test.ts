import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { surviveKills } from '../../plugins/booking/test/suites/survive-kills.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { startMortalHosts } from '../helpers/mortal-hosts.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { TEMPLATE } from './template-host.ts'

/** `npm run bench -- soak` kills 20 times among 1,000 bookings. */
const ORDEAL = { bookings: 60, callers: 5, kills: 4 }

/** Every start bundles the active plugins, so only those that booking needs are active. */
const PANELS = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ['clients', 'booking'] } }

describe('Hosts that are killed 4 times', () => {
  before('build them', () => buildPackages(root))

  const databases: [name: string, count: number, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', 1, async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['postgres, one killed while the other serves,', 2, async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, count, environment] of databases) {
    it(`make each of 60 bookings once, though 5 callers ask until they are answered, on ${name}`, async () => {
      const { directory, remove } = await createTestDirectory()
      const panelsFile = join(directory, 'panels.config.json')
      await writeFile(panelsFile, JSON.stringify(PANELS))
      // A busy machine needs longer than a handler usually may take.
      const plugins = { ATRIUM_PLUGINS: dirname(TEMPLATE), ATRIUM_PANELS: panelsFile, ATRIUM_HANDLER_SECONDS: '60' }
      const hosts = await startMortalHosts({ count, environment: { ...plugins, ...(await environment()) } })
      try {
        await surviveKills(hosts, ORDEAL)
      } finally {
        await hosts.end()
        await remove()
      }
    })
  }
})
