import type { PluginStatus, RuntimeFinding } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { connectAgent } from '../../helpers/connect-agent.ts'
import { useFleetHost } from '../../helpers/fleet-host.ts'
import { packageJson } from '../../helpers/plugin-directory.ts'
import { openSocket } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'

/** Each thing that fails stands on a line of its own. */
const SOURCE = `
import { Type } from '@atrium/sdk'
const permission = 'fleet.vans.view'
export const setup = ({ every, after, jobs, events, contribute }) => { every(100, wait)
  every(10, () => { throw new Error('no fuel') })
  after(0, async () => { throw new Error('no driver') })
  jobs.handle('inspect', ({ payload }) => { throw new Error('no van ' + payload.plate) })
  events.on('fleet.sold', () => { throw new Error('no buyer') })
  contribute('fleet.record', () => { throw new Error('no record') })
}
export const register_routes = (routes, { jobs, events, contributions, call_each }) => { routes.get('/busy', { permission }, () => ({ busy }))
  routes.post('/inspect', { permission }, () => jobs.add('inspect', { plate: 'B-XY 17' }))
  routes.post('/paint', { permission }, () => jobs.add('paint'))
  routes.post('/sell', { permission }, () => events.emit('fleet.sold'))
  routes.post('/rent', { permission }, () => events.emit_many('fleet.rented', [1, 2]))
  routes.post('/wash', { permission }, () => events.emit('fleet.washed'))
  routes.get('/contributions', { permission }, () => contributions('fleet.record'))
  routes.post('/vans', { permission, body: Type.Object({}) }, () => { throw new Error('no garage') })
  routes.post('/each', { permission }, () => call_each('POST', '/api/v1/fleet/vans', [{}, {}]).then(() => 'done'))
}
export const register_channels = (channels) => channels.namespace('vans', {
  say: { payload: Type.Object({ text: Type.String() }), permission },
}, ({ payload }) => { throw new Error('no horn for ' + payload.text) })
export const register_mcp_tools = (tools) => tools.add('drive', {
  description: 'Drives', permission, input: Type.Object({}),
}, () => { throw new Error('no road') })
let busy = 0
const wait = () => {
  busy += 1
  throw Object.assign(new Error('SQLITE_BUSY: database is locked'), { code: 'SQLITE_BUSY', errno: 5 })
}
`

describe('What goes wrong in the own work of a plugin', () => {
  const fleet = useFleetHost({
    'package.json': packageJson({ atrium: { events: ['fleet.washed'] } }),
    'src/index.ts': SOURCE,
  })
  const post = async (path: string) => (await fleet.ask(`/api/v1/fleet/${path}`, { method: 'POST' })).status

  /** Waits for the finding about this work. That a timer runs 100 times a second is another one, which comes first or later. */
  const finding = (work: string): Promise<RuntimeFinding> =>
    until(`the finding of ${work}`, async () =>
      (await fleet.status()).runtime?.findings.find((each) => each.work === work && each.code !== 'timer_hurried'),
    )
  const shown = ({ code, message, where }: RuntimeFinding) => [code, where?.line, message]

  it('is told of timers', async () => {
    expect(shown(await finding('timer every 0.01 s'))).to.deep.equal(['timer_failed', 5, 'Error: no fuel'])
    expect(shown(await finding('timer after 0 s'))).to.deep.equal(['timer_failed', 6, 'Error: no driver'])
    await until('a third time', async () => (await finding('timer every 0.01 s')).count > 2)
  })

  it('is not told of repeated timers for which the database was busy', async () => {
    await until('a third time', async () => (await fleet.ask<{ busy: number }>('/api/v1/fleet/busy')).body.busy > 2)
    const works = (await fleet.status()).runtime?.findings.map((each) => each.work)
    expect(works).to.not.include('timer every 0.1 s')
  })

  it('is told of jobs, without their payload', async () => {
    expect(await post('inspect')).to.equal(204)
    expect(shown(await finding('job inspect'))).to.deep.equal(['job_failed', 7, 'Error: no van …'])
  })

  it('is told of jobs that nobody handles, with the line that added them', async () => {
    expect(await post('paint')).to.equal(204)
    const found = await finding('job paint')
    expect(shown(found)).to.deep.equal([
      'job_unhandled',
      13,
      'The plugin [fleet] added the job [paint], but does not handle it.',
    ])
    expect(found.severity).to.equal('warning')
  })

  it('is told of events whose handler throws', async () => {
    expect(await post('sell')).to.equal(204)
    expect(shown(await finding('event fleet.sold'))).to.deep.equal(['event_failed', 8, 'Error: no buyer'])
  })

  it('is told of events that nobody handles, with the line that emitted them', async () => {
    expect(await post('rent')).to.equal(204)
    expect(shown(await finding('event fleet.rented'))).to.deep.equal([
      'event_unhandled',
      15,
      'The plugin [fleet] emitted the event [fleet.rented], but no plugin handles it.',
    ])
  })

  it('is not told of events that its package.json says are for others', async () => {
    expect(await post('wash')).to.equal(204)
    expect(await post('rent')).to.equal(204)
    const isWork = (work: string) => async () =>
      (await fleet.status()).runtime?.findings.some((each) => each.work === work)
    await until('the later event to be told', isWork('event fleet.rented'))
    expect(await isWork('event fleet.washed')()).to.equal(false)
  })

  it('is told of contributions', async () => {
    await fleet.ask('/api/v1/fleet/contributions')
    expect(shown(await finding('contribution fleet.record'))).to.deep.equal([
      'contribution_failed',
      9,
      'Error: no record',
    ])
  })

  it('is told of WebSocket messages, without their payload', async () => {
    const { host } = fleet
    const headers = { authorization: `Bearer ${host.token}` }
    const client = await openSocket(`${host.url.replace('http', 'ws')}/api/v1/ws`, { headers })
    const { type } = await client.ask({ namespace: 'vans', type: 'say', payload: { text: 'hello you' } })
    client.socket.terminate()
    expect(type).to.equal('error')
    expect(shown(await finding('message vans.say'))).to.deep.equal(['message_failed', 23, 'Error: no horn for …'])
  })

  it('is told of tools', async () => {
    await using agent = await connectAgent('pinned', fleet.host)
    expect((await agent.call('fleet_drive')).isError).to.equal(true)
    expect(shown(await finding('TOOL fleet_drive'))).to.deep.equal(['handler_failed', 26, 'Error: no road'])
  })

  it('is told of calls in process', async () => {
    expect(await post('each')).to.equal(200)
    expect(await finding('POST /api/v1/fleet/vans')).to.include({ count: 2, message: 'Error: no garage' })
  })

  it('is not reported for other plugins', async () => {
    await finding('timer after 0 s')
    const all = (await fleet.ask<PluginStatus[]>('/api/v1/plugins')).body
    expect(all.filter(({ runtime }) => runtime).map(({ id }) => id)).to.deep.equal(['fleet'])
  })
})
