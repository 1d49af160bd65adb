import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { TEMPLATE } from '../template-host.ts'
import { runGenerated } from './run-generated.ts'

/** CI takes 40 s for it. `npm run bench -- generated` sends a million. */
const COUNT = Number(process.env.ATRIUM_GENERATED_REQUESTS ?? (process.env.CI ? 20_000 : 8_000))

/** The same for every run, so that a failure can be repeated; set another one to look for more. */
const SEED = Number(process.env.ATRIUM_GENERATED_SEED ?? 1)

interface Suite {
  readonly of: string
  readonly plugins: readonly string[]
  /** Default: those of a practice. */
  readonly panels?: readonly { id: string; title: string }[]
  readonly count: number
  /** The share of requests that are answered well. More than a tenth of the operations sign somebody in, which random values do not. */
  readonly good: number
  /** The operations that have to succeed at least once. Random values cannot do what needs a provider or somebody's approval. */
  readonly succeeding: number
}

const SUITES: readonly Suite[] = [
  {
    of: 'the practice',
    plugins: ['clients', 'booking', 'template'],
    count: COUNT,
    good: 0.25,
    succeeding: 0.7,
  },
  {
    of: 'agents',
    plugins: ['ai-agents'],
    panels: [{ id: 'agents', title: 'Agents' }],
    // Of so many operations, each has to have had several tries.
    count: Math.max(2_000, Math.ceil(COUNT / 5)),
    good: 0.2,
    succeeding: 0.5,
  },
]

for (const { of, plugins, panels, count, good: wanted, succeeding } of SUITES) {
  describe(`Random requests of every operation that OpenAPI describes, with the plugins of ${of}`, function () {
    this.timeout(Math.max(600_000, COUNT * 60))
    let host: TestHost
    before(async () => {
      const directories = plugins.map((id) => join(dirname(TEMPLATE), id))
      const options = { plugins: directories, ...(panels && { panels }) }
      host = await startTestHost({ ...options, sqlite: 'prebuilt', limitCaller: () => undefined })
      for (const id of plugins) {
        const json = { number: SEED, scale: 0.02, today: '2026-11-20', in_production: true }
        const response = await host.request(`/api/v1/plugins/${id}/seed`, { method: 'POST', json })
        expect(response.status, await response.text()).to.equal(200)
      }
    })
    after(() => host.close())

    it('are all answered as it says: no 5xx, no hang, no answer against its schema', async () => {
      const { url, token } = host
      const outcome = await runGenerated({ url, token, seed: SEED, count })
      expect(outcome.failures, `seed ${SEED}:\n${outcome.failures.join('\n')}`).to.deep.equal([])
      const good = Object.entries(outcome.statuses).filter(([status]) => Number(status) < 400)
      const share = good.reduce((sum, [, number]) => sum + number, 0) / outcome.sent
      expect(share, JSON.stringify(outcome.statuses)).to.be.greaterThan(wanted)
      expect(outcome.succeeded.size / outcome.operations).to.be.greaterThan(succeeding)
    })
  })
}
