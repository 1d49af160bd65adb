import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { type MortalHosts, startMortalHosts } from '../helpers/mortal-hosts.ts'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { isSigned, startWebhookReceiver } from '../helpers/webhook-receiver.ts'

const FLEET = `
export function register_routes(routes, { events }) {
  routes.post('/vans/{n}/sell', {}, ({ params }) => events.emit('fleet.sold', { van: Number(params.n) }))
}
`
const PANELS = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ['fleet'] } }

/** Events that are emitted, and after which of them a host is killed. */
const EVENTS = 60
const KILLS = [20, 40]

describe('Webhooks of hosts that are killed', () => {
  before('build them', () => buildPackages(root))

  const databases: [name: string, count: number, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', 1, async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['postgres with two hosts', 2, async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, count, environment] of databases)
    it(`deliver every event that was acknowledged, each under one id, on ${name}`, async () => {
      await using plugin = await createPluginDirectory({ 'package.json': packageJson(), 'src/index.ts': FLEET })
      await using receiver = await startWebhookReceiver()
      const { directory, remove } = await createTestDirectory()
      const panelsFile = join(directory, 'panels.config.json')
      await writeFile(panelsFile, JSON.stringify(PANELS))
      const place = { ATRIUM_PLUGINS: join(plugin.directory, '..'), ATRIUM_PANELS: panelsFile }
      const shared = { ATRIUM_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'), ATRIUM_EGRESS_ALLOW: '127.0.0.1' }
      const hosts = await startMortalHosts({ count, environment: { ...place, ...shared, ...(await environment()) } })
      try {
        const json = { name: 'Books', url: receiver.url, events: ['fleet.sold'] }
        const made = await hosts.request('/api/v1/platform/webhooks', { method: 'POST', json })
        const { id, secret } = (await made.json()) as { id: number; secret: string }
        // Slow, so that messages are under way when a host is killed.
        receiver.answer = (response) => void setTimeout(() => response.end(), 100)
        const acknowledged = await sellAll(hosts)

        const vans = () => new Set(receiver.received.map(({ event }) => (event.data as { van: number }).van))
        await until('all events have come', () => acknowledged.every((van) => vans().has(van)))
        await until('none waits', async () => (await waiting(hosts, id)) === 0)
        expect(hosts.kills).to.equal(KILLS.length)
        expect(receiver.received.every((message) => isSigned(message, secret))).to.equal(true)
        const ids = new Map<number, Set<string>>()
        for (const { id: message, event } of receiver.received) {
          const { van } = event.data as { van: number }
          ids.set(van, (ids.get(van) ?? new Set()).add(message))
        }
        for (const van of acknowledged) expect(ids.get(van), `van ${van}`).to.have.lengthOf(1)
      } finally {
        await hosts.end()
        await remove()
      }
    })
})

/** Emits the events, one after another, while hosts are killed. Returns those that were acknowledged. */
async function sellAll(hosts: MortalHosts): Promise<number[]> {
  const acknowledged: number[] = []
  let killing: Promise<void> = Promise.resolve()
  for (let van = 1; van <= EVENTS; van++) {
    if (KILLS.includes(van)) killing = killing.then(() => hosts.kill())
    const answer = await hosts.request(`/api/v1/fleet/vans/${van}/sell`, { method: 'POST' }).catch(() => undefined)
    if (answer?.ok) acknowledged.push(van)
  }
  await killing
  expect(acknowledged.length).to.be.greaterThan(KILLS[0]! - 2)
  return acknowledged
}

async function waiting(hosts: MortalHosts, webhook: number): Promise<number> {
  const path = `/api/v1/platform/webhook-deliveries?webhook_id=${webhook}&state=waiting`
  const answer = await hosts.request(path).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as unknown[]).length : -1
}
