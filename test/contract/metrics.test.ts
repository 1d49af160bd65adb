import { startTestHost, type TestHost } from '@atrium/host/testing'
import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { WebSocket } from 'ws'
import { createLogger } from '../../host/base/log/index.ts'
import { createPluginDirectory, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'

const SOURCE = `
export const register_routes = (routes, { jobs }) => {
  jobs.handle('inspect', () => undefined)
  jobs.handle('break', () => { throw new Error('no van') })
  routes.get('/vans/{van_id}', {}, ({ params }) => params)
  routes.get('/busy', {}, async () => {
    const until = performance.now() + 30
    while (performance.now() < until);
    return 'done'
  })
  let waiting = 0
  routes.get('/waiting', {}, () => waiting)
  routes.get('/wait', {}, ({ signal }) => {
    waiting += 1
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  routes.get('/broken', {}, () => { throw new Error('no vans') })
  routes.post('/inspections', {}, async () => {
    await jobs.add('inspect')
    await jobs.add('inspect', null, { run_at: new Date(Date.now() + 3_600_000) })
    await jobs.add('break', null, { attempts: 1 })
  })
}
`

const TOKEN = 'a-token-for-tests-that-may-only-read-metrics'

describe('The metrics of a host', () => {
  let host: TestHost
  let fleet: PluginDirectory
  const logged: Record<string, unknown>[] = []
  before(async () => {
    fleet = await createPluginDirectory({ 'src/index.ts': SOURCE })
    const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>)
    const log = await createLogger({ level: 'info', pretty: false, stream: { write } })
    host = await startTestHost({ plugins: [fleet.directory], metricsToken: TOKEN, basePath: '/office', log })
  })
  after(async () => {
    await host.close()
    await fleet[Symbol.asyncDispose]()
  })

  const scrape = (authorization?: string) =>
    fetch(`${host.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
  /** The samples of a metric by their labels: `plugin="fleet",state="active"`. */
  async function metric(name: string): Promise<Record<string, number>> {
    const text = await (await scrape(`Bearer ${TOKEN}`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    return Object.fromEntries(
      lines.map((line) => {
        const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
        return [labels, Number(value)]
      }),
    )
  }

  it('are refused to whoever is not allowed to read them', async () => {
    expect((await scrape()).status).to.equal(401)
    expect((await scrape('Bearer wrong')).status).to.equal(401)
    const make = async (what: string, json: object) => {
      const made = await host.request(`/api/v1/platform/${what}`, { method: 'POST', json })
      expect(made.status, await made.clone().text()).to.equal(201)
      return (await made.json()) as { id: string; secret: string }
    }
    const account = { name: 'Watcher', kind: 'service', permissions: ['platform.metrics.view', 'fleet.vans.view'] }
    const { id: user_id } = await make('users', account)
    for (const [permission, status] of [
      ['fleet.vans.view', 403],
      ['platform.metrics.view', 200],
    ] as const) {
      const { secret } = await make('tokens', { name: permission, user_id, permissions: [permission] })
      expect((await scrape(`Bearer ${secret}`)).status, permission).to.equal(status)
    }
  })

  it('are all that their token opens', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    for (const path of ['/api/v1/fleet/vans/7', '/api/v1/plugins', '/api/v1/auth/me', '/api/v1/panels'])
      expect((await host.request(path, { headers })).status, path).to.equal(403)
    expect((await host.request('/api/v1/auth/tickets', { method: 'POST', headers })).status).to.equal(403)
  })

  it('are text for Prometheus, below the base path, and read only', async () => {
    const answer = await scrape(`Bearer ${TOKEN}`)
    expect(answer.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).to.equal('private, no-cache')
    const lines = (await answer.text()).split('\n')
    const sample = /^\w+(\{([a-z_]+="([^"\\]|\\.)*",?)+\})? (-?[\d.e+-]+|nan)$/i
    expect(lines.filter((line) => line !== '' && !line.startsWith('# ') && !sample.test(line))).to.deep.equal([])
    expect((await fetch(`${new URL(host.url).origin}/metrics`)).status).to.equal(404)
    const posted = await fetch(`${host.url}/metrics`, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } })
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS'])
  })

  it('count requests by plugin, pattern of the route and status, and never name what was asked for', async () => {
    for (const van of ['7', 'B-XY%2017', '9'])
      expect((await host.request(`/api/v1/fleet/vans/${van}`)).status).to.equal(200)
    expect((await host.request('/api/v1/fleet/broken')).status).to.equal(500)
    for (const path of ['/api/v1/fleet/secret-17', '/api/v1/nowhere-17', '/nothing-17.txt'])
      expect((await host.request(path)).status, path).to.equal(404)
    const counted = await metric('atrium_http_requests_total')
    const vans = 'plugin="fleet",method="GET",route="/api/v1/fleet/vans/{van_id}"'
    expect(counted[`${vans},status="200"`]).to.equal(3)
    expect(counted['plugin="fleet",method="GET",route="/api/v1/fleet/broken",status="500"']).to.equal(1)
    expect(counted['plugin="",method="GET",route="-",status="404"']).to.equal(2)
    expect(Object.keys(counted).join()).not.to.match(/17|B-XY/)
    const seconds = await metric('atrium_http_request_duration_seconds_bucket')
    const bounds = Object.keys(seconds).filter((labels) => labels.startsWith(vans))
    expect(bounds.map((labels) => /le="(.*)"/.exec(labels)?.[1])).to.deep.equal(
      '0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf'.split(' '),
    )
    const answered = Object.entries(counted).filter(([labels]) => labels.startsWith(vans))
    expect(seconds[`${vans},le="+Inf"`]).to.equal(answered.reduce((sum, [, count]) => sum + count, 0))
    expect((await metric('atrium_http_request_duration_seconds_sum'))[vans]).to.be.greaterThan(0)
  })

  it('count a request whose client has left as aborted', async () => {
    const abort = new AbortController()
    const asked = host.request('/api/v1/fleet/wait', { signal: abort.signal }).catch(() => undefined)
    await until(
      'the request to arrive',
      async () => (await (await host.request('/api/v1/fleet/waiting')).text()) === '1',
    )
    abort.abort()
    await asked
    await until('its count', async () => {
      const counted = await metric('atrium_http_requests_total')
      return counted['plugin="fleet",method="GET",route="/api/v1/fleet/wait",status="aborted"'] === 1
    })
  })

  it('tell of plugins: state, loads, and time on the event loop', async () => {
    expect((await host.request('/api/v1/fleet/busy')).status).to.equal(200)
    expect(await metric('atrium_plugin_state')).to.deep.equal({ 'plugin="fleet",state="active"': 1 })
    expect((await metric('atrium_plugin_loop_seconds_total'))['plugin="fleet"']).to.be.at.least(0.03)
    const { vitals: before } = (await (await host.request('/api/v1/plugins/fleet')).json()) as PluginStatus
    expect(before?.loop_ms).to.be.at.least(30)
    expect(before?.requests).to.be.at.least(1)
    await fleet.write({ 'src/index.ts': 'export const x = ' })
    await host.request('/api/v1/plugins/fleet/reload', { method: 'POST' })
    await fleet.write({ 'src/index.ts': SOURCE })
    await host.request('/api/v1/plugins/fleet/reload', { method: 'POST' })
    expect(await metric('atrium_plugin_loads_total')).to.deep.equal({
      'plugin="fleet",outcome="committed"': 2,
      'plugin="fleet",outcome="failed"': 1,
    })
    expect((await metric('atrium_plugin_loop_seconds_total'))['plugin="fleet"']).to.be.at.least(0.03)
    const { vitals } = (await (await host.request('/api/v1/plugins/fleet')).json()) as PluginStatus
    expect((await metric('atrium_plugin_heap_at_load_bytes'))['plugin="fleet"']).to.equal(vitals?.heap_at_load)
  })

  it('count jobs that wait or run, and how tries ended', async () => {
    expect((await host.request('/api/v1/fleet/inspections', { method: 'POST' })).status).to.equal(204)
    await until('the end of the jobs', async () => {
      const tries = await metric('atrium_job_tries_total')
      return (
        tries['plugin="fleet",kind="job",outcome="done"'] === 1 &&
        tries['plugin="fleet",kind="job",outcome="failed"'] === 1
      )
    })
    expect(await metric('atrium_jobs')).to.deep.equal({ 'plugin="fleet",state="scheduled"': 1 })
  })

  it('count connections: of clients, of WebSockets, and to the database', async () => {
    const socket = new WebSocket(`${host.url.replace('http', 'ws')}/api/v1/ws`, {
      headers: { authorization: `Bearer ${host.token}` },
    })
    await new Promise((resolve) => socket.once('open', resolve))
    expect(await metric('atrium_websockets')).to.deep.equal({ '': 1 })
    expect((await metric('atrium_http_connections'))['']).to.be.at.least(2)
    socket.close()
    await until('the end of the WebSocket', async () => (await metric('atrium_websockets'))[''] === 0)
    const connections = await metric('atrium_database_connections')
    expect(connections['pool="writer",state="most"']).to.equal(1)
    expect(connections).to.include.keys('pool="reader",state="used"', 'pool="reader",state="waiting"')
  })

  it('tell of the process: memory, event loop, and open files where the system has them', async () => {
    expect((await metric('process_resident_memory_bytes'))['']).to.be.greaterThan(1e7)
    expect(await metric('nodejs_eventloop_lag_p99_seconds')).to.have.property('')
    if (process.platform === 'linux') expect((await metric('process_open_fds'))['']).to.be.greaterThan(10)
  })

  it('of very many routes are whole', async () => {
    for (let route = 0; route < 150; route++)
      host.registries.vitals.request({
        operation: undefined,
        method: 'GET',
        route: `/r${route}`,
        status: 200,
        ms: route,
      })
    const lines = (await (await scrape(`Bearer ${TOKEN}`)).text()).split('\n')
    const named = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2])
    expect(named).to.include('atrium_http_request_duration_seconds').and.to.have.length(new Set(named).size)
    expect(
      lines.filter((line) => /^atrium_http_request_duration_seconds_\w+\{.*route="\/r\d+"/.test(line)),
    ).to.have.length(150 * 16)
    expect(lines.filter((line) => line !== '' && !/^(# |\w+(\{.*\})? \S+$)/.test(line))).to.deep.equal([])
  })

  it('leave no line in the log, nor do probes', async () => {
    logged.length = 0
    for (const path of ['/livez', '/readyz']) expect((await fetch(host.url + path)).status, path).to.equal(200)
    await scrape(`Bearer ${TOKEN}`)
    await host.request('/api/v1/fleet/vans/7')
    await until('the line of the request after them', async () => logged.some(({ status }) => status === 200))
    expect(logged.map(({ route }) => route)).to.deep.equal(['/api/v1/fleet/vans/{van_id}'])
  })
})
