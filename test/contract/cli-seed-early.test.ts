import { expect } from 'chai'
import { createProcessHost, type ProcessHost } from '../helpers/process-host.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { until } from '../helpers/until.ts'

const SEEDABLE = `export const seed = async () => undefined`
const LOADED_LATE = `await new Promise((resolve) => setTimeout(resolve, 3_000))\n${SEEDABLE}`

describe('atrium seed, while the host loads its plugins', () => {
  let host: ProcessHost
  before(async () => {
    host = await createProcessHost({ early: SEEDABLE, late: LOADED_LATE })
    host.start()
  })
  after(async () => {
    await host.kill()
    await host.remove()
  })

  it('waits until all are loaded, and leaves none out', async () => {
    const isAnswering = () =>
      host.ask('/readyz').then(
        () => true,
        () => false,
      )
    await until('the host to answer', isAnswering)
    const { code, json } = await runAtrium(['seed', '--json'], { cwd: host.dataDir, env: host.environment })
    expect(json<{ plugin: string }[]>().map(({ plugin }) => plugin)).to.have.members(['early', 'late'])
    expect(code).to.equal(0)
  })
})
