import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { STEADY } from '../breakage/use-breakage.ts'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { until } from '../../helpers/until.ts'

const source = (handler: string) => `
import { ApiError } from '@atrium/sdk'
export const register_routes = (routes) => routes
  .get('/vans', {}, ${handler})
  .get('/refused', {}, () => { throw new ApiError('taken', { status: 409, detail: 'Taken.' }) })
`
const FAILING = source(`() => { throw new Error('no vans') }`)
const VANS = '/api/v1/fleet/vans'

/** A host with an error budget of 50 % of at least 4 requests. */
function useBudget(pauseSeconds: number) {
  const errorBudget = { percent: 50, requests: 4, pauseSeconds }
  const fleet = useFleetHost({ 'src/index.ts': FAILING }, { errorBudget, plugins: [STEADY] })
  const ask = async (path = VANS) => {
    const { status, body, headers } = await fleet.ask(path)
    return { status, code: body?.code, retryAfter: headers.get('retry-after') }
  }
  const spend = async () => {
    for (let time = 1; time <= 4; time++) expect((await ask()).status).to.equal(500)
  }
  return { fleet, ask, spend }
}

describe('An error budget', () => {
  const { fleet, ask, spend } = useBudget(3_600)

  it('once spent, answers 503 with Retry-After for the plugin alone, and says so in its status', async () => {
    await spend()
    const { status, code, retryAfter } = await ask()
    expect([status, code]).to.deep.equal([503, 'plugin_unavailable'])
    expect(Number(retryAfter)).to.be.within(3_000, 3_600)
    expect((await ask('/api/v1/fleet/refused')).status).to.equal(503)
    expect((await ask('/api/v1/steady/lamps')).status).to.equal(200)
    const { runtime } = (await fleet.ask<PluginStatus>('/api/v1/plugins/fleet')).body
    const found = runtime!.findings.find(({ code: each }) => each === 'error_budget_spent')
    expect(found?.message).to.equal('4 of 4 requests within a minute failed, so the plugin is answered 503 for 3600 s.')
  })

  it('is restored by a new generation', async () => {
    await spend()
    await fleet.replace({ 'src/index.ts': source(`() => 'vans'`) })
    expect((await ask()).status).to.equal(200)
  })

  it('is not spent by requests that callers have got wrong', async () => {
    for (let time = 1; time <= 6; time++) expect((await ask('/api/v1/fleet/refused')).status).to.equal(409)
    for (let time = 1; time <= 3; time++) expect((await ask()).status).to.equal(500)
    expect((await ask()).status).to.equal(500)
  })
})

describe('An error budget after its pause', () => {
  const { ask, spend } = useBudget(0.2)

  it('lets one request through, and stays spent if that fails', async () => {
    await spend()
    await until('a trial', async () => (await ask()).status === 500)
    await until('a refusal', async () => (await ask()).status === 503)
  })

  it('is restored if that succeeds', async () => {
    await spend()
    await until('a trial', async () => (await ask('/api/v1/fleet/refused')).status === 409)
    for (let time = 1; time <= 3; time++) expect((await ask()).status).to.equal(500)
  })
})

describe('Without an error budget', () => {
  const fleet = useFleetHost({ 'src/index.ts': FAILING })

  it('a plugin is asked however much of it fails', async () => {
    for (let time = 1; time <= 30; time++) expect((await fleet.ask(VANS)).status).to.equal(500)
  })
})
