import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { ProviderServer } from '../../plugins/ai-agents/test/provider-server.ts'
import { type MortalHosts, startMortalHosts } from '../helpers/mortal-hosts.ts'
import { startPostgresCluster } from '../helpers/postgres-cluster.ts'
import { until } from '../helpers/until.ts'

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url))
const AGENTS = '/api/v1/ai-agents'

/** What a conversation may use, and what one answer may have at most: two reservations do not fit. */
const BUDGET = 20_000
const LONGEST = 12_000

interface Usage {
  readonly state: string
  readonly input_tokens: number
  readonly output_tokens: number
}

describe('A host killed while an agent answers', () => {
  const provider = new ProviderServer()
  before('build it', () => buildPackages(root))
  before(() => provider.open())
  after(() => provider.close())

  it('gives back what it had reserved of budgets, except what was read and told, on SQLite', () =>
    giveBack({ count: 1, database: { ATRIUM_SQLITE: 'sqlite3' } }))

  it('gives it back through another host, on PostgreSQL', async () => {
    const cluster = await startPostgresCluster()
    try {
      await giveBack({ count: 2, database: { DATABASE_URL: cluster.url } })
    } finally {
      await cluster.remove()
    }
  })

  async function giveBack({ count, database }: { count: number; database: Record<string, string> }) {
    const key = { ATRIUM_SECRET_KEY: randomBytes(32).toString('base64') }
    const environment = { ATRIUM_PLUGINS: PLUGINS, ATRIUM_EGRESS_ALLOW: '127.0.0.1', ...key, ...database }
    const hosts = await startMortalHosts({ count, environment })
    try {
      const { id } = await ask<{ id: string }>(hosts, '/conversations', { agent_id: await makeAgent(hosts) })
      provider.play({ text: ['This is ', 'the beginning.', ...Array<string>(2_000).fill(' more')], pause: 50 })
      await say(hosts, id)
      await until('the beginning of the answer', async () => (await frames(hosts, id)).includes('chat.delta'))
      const [reserved] = await usage(hosts)
      expect(reserved).to.include({ state: 'reserved', output_tokens: LONGEST })
      // One of them answers.
      for (let killed = 0; killed < count; killed++) await hosts.kill()
      await until('the end of the answer of the host that is gone', async () =>
        (await frames(hosts, id)).includes('chat.error'),
      )
      await until('the reservation to be settled', async () => (await usage(hosts))[0]?.state === 'settled')
      const [settled] = await usage(hosts)
      expect(settled?.input_tokens).to.equal(reserved?.input_tokens)
      expect(settled?.output_tokens)
        .to.be.greaterThan(0)
        .and.to.be.lessThan(LONGEST / 10)

      provider.play({ text: ['An answer.'] })
      await say(hosts, id)
      await until('the second answer', async () => (await frames(hosts, id)).at(-1) === 'chat.done')
      expect((await usage(hosts)).map(({ state }) => state)).to.deep.equal(['settled', 'settled'])
    } finally {
      await hosts.end()
    }
  }

  async function makeAgent(hosts: MortalHosts): Promise<unknown> {
    const credential = {
      name: 'Provider',
      kind: 'openai-compatible',
      base_url: provider.url,
      api_key: 'a-key-of-somebody',
    }
    const { id: credential_id } = await ask<{ id: number }>(hosts, '/credentials', credential)
    const { id } = await ask<{ id: number }>(hosts, '/agents', {
      ...{ name: 'Killed', credential_id, model: 'small', max_output_tokens: LONGEST, context_tokens: 64_000 },
      ...{ tools: [{ tool: '*', policy: 'deny' }] },
      budgets: [
        { per: 'conversation', tokens: BUDGET },
        { per: 'agent', tokens: BUDGET },
      ],
    })
    return id
  }

  const say = (hosts: MortalHosts, id: string) =>
    ask(hosts, `/conversations/${id}/messages`, { text: 'Tell me a lot.' })

  const frames = async (hosts: MortalHosts, id: string) =>
    (await ask<{ type: string }[]>(hosts, `/conversations/${id}/frames?after=0`)).map(({ type }) => type)

  const usage = (hosts: MortalHosts) => ask<Usage[]>(hosts, '/usage?_sort=created_at&_order=asc')
})

async function ask<Body>(hosts: MortalHosts, path: string, json?: unknown): Promise<Body> {
  const response = await hosts.request(`${AGENTS}${path}`, json === undefined ? {} : { method: 'POST', json })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} failed: ${text}`)
  return JSON.parse(text) as Body
}
