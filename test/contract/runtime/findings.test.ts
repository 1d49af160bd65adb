import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { until } from '../../helpers/until.ts'

const SOURCE = `
import { ApiError } from '@atrium/sdk'
export const register_routes = (routes, { call, db, notifications }) => {
  routes.get('/broken', {}, () => { throw new Error('no vans') })
  routes.post('/greedy', {}, ({ body }) => { throw new Error('no van for ' + body.name + ' with password=hunter2') })
  routes.get('/table', {}, () => db('fleet_nothing').where({ plate: 'B-XY 17' }))
  routes.get('/upstream', {}, () => { throw new ApiError('upstream_down', { status: 502, detail: 'The weather is down.' }) })
  routes.get('/refused', {}, () => { throw new ApiError('taken', { status: 409, detail: 'Taken.' }) })
  routes.get('/outer', {}, () => call('GET', '/api/v1/fleet/broken'))
  routes.get('/unsendable', {}, () => ({ id: 1n }))
  routes.get('/many', {}, ({ query }) => { const error = new Error('many'); error.stack = 'Error\\n    at f (' + import.meta.filename + ':' + (Number(query.at) + 1) + ':1)'; throw error })
  routes.get('/name', {}, () => 'one')
  routes.get('/huge', {}, () => ({ toJSON: () => { for (const end = performance.now() + 1_100; performance.now() < end;) continue; return {} } }))
  routes.post('/urgent', {}, () => notifications.send({ to: { permission: 'fleet.vans.view' }, title: 'Late', level: 'danger' }))
}
`

describe('What goes wrong while a plugin runs', () => {
  const fleet = useFleetHost({ 'src/index.ts': SOURCE })
  const ask = async (path: string, init?: object) => (await fleet.ask(`/api/v1/fleet/${path}`, init)).status
  const runtime = async () => (await fleet.status()).runtime
  const first = async () => (await runtime())!.findings[0]!

  it('is not there as long as nothing goes wrong', async () => {
    expect(await ask('name')).to.equal(200)
    expect(await ask('refused')).to.equal(409)
    expect(await ask('nowhere')).to.equal(404)
    expect(await runtime()).to.equal(undefined)
  })

  it('is told with route, count, message, line and times', async () => {
    const since = new Date().toISOString()
    for (let time = 1; time <= 3; time++) expect(await ask('broken')).to.equal(500)
    const { findings, not_listed } = (await runtime())!
    expect([findings.length, not_listed]).to.deep.equal([1, 0])
    const [{ first_at, last_at, ...finding }] = findings as [(typeof findings)[number]]
    expect(finding).to.deep.equal({
      code: 'handler_failed',
      severity: 'error',
      message: 'Error: no vans',
      where: { file: 'src/index.ts', line: 4, column: 43 },
      fix: 'Correct the line that the finding names. The log has the whole error under the request id.',
      work: 'GET /api/v1/fleet/broken',
      count: 3,
    })
    expect(since <= first_at && first_at <= last_at).to.equal(true)
  })

  it('says how to correct a wrong argument', async () => {
    expect(await ask('urgent', { method: 'POST', json: {} })).to.equal(500)
    const { message, fix } = await first()
    expect(message).to.contain('[notifications.send({ level })] does not accept [danger].')
    expect(fix).to.equal('Use one of info, success, warning, error.')
  })

  it('shows neither what a caller sent, nor secrets, nor statements', async () => {
    expect(await ask('greedy', { method: 'POST', json: { name: 'Ada Lovelace' } })).to.equal(500)
    expect((await first()).message).to.equal('Error: no van for … with password=…')
    expect(await ask('table')).to.equal(500)
    expect((await first()).message).to.equal('SQLITE_ERROR: no such table: fleet_nothing')
  })

  it('has the server errors that an author chose', async () => {
    expect(await ask('upstream')).to.equal(502)
    expect(await first()).to.include({ message: 'The weather is down.', work: 'GET /api/v1/fleet/upstream' })
  })

  it('has an error once, where it began, although it passes through another route', async () => {
    expect(await ask('outer')).to.equal(500)
    expect((await runtime())!.findings.map(({ work }) => work)).to.deep.equal(['GET /api/v1/fleet/broken'])
  })

  it('has an answer that keeps everybody waiting while it is written, with the line of the route', async () => {
    await ask('huge')
    expect(await first()).to.deep.include({
      code: 'host_blocked',
      work: 'GET /api/v1/fleet/huge',
      where: { file: 'src/index.ts', line: 13, column: 10 },
      fix: 'Answer in pages, or with a stream, which is sent in pieces.',
    })
  })

  it('has an answer that cannot be sent, with the line of the route', async () => {
    expect(await ask('unsendable')).to.equal(500)
    expect(await first()).to.deep.include({ where: { file: 'src/index.ts', line: 10, column: 10 } })
  })

  it('keeps the latest 20 and counts the rest', async () => {
    for (let at = 1; at <= 25; at++) await ask(`many?at=${at}`)
    const { findings, not_listed } = (await runtime())!
    expect([findings.length, not_listed, findings[0]!.where!.line]).to.deep.equal([20, 5, 26])
  })

  it('is forgotten with the next generation', async () => {
    await ask('broken')
    await fleet.replace({ 'src/index.ts': `${SOURCE}// saved` })
    expect(await runtime()).to.equal(undefined)
  })

  it('is in the list of plugins too, and the shell hears of it', async () => {
    const heard: PluginStatus[] = []
    fleet.host.registries.plugins.onChange((status) => void heard.push(status))
    await ask('broken')
    const list = (await fleet.ask<PluginStatus[]>('/api/v1/plugins')).body
    expect(list.find(({ id }) => id === 'fleet')?.runtime?.findings).to.have.length(1)
    await until('the news', () => heard.some(({ runtime: told }) => told?.findings.length === 1))
  })
})
