import { expect } from 'chai'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { until } from '../../helpers/until.ts'

const EXTENDS = `
Object.prototype.isFleet = true
export const register_routes = (routes) => routes.get('/vans', {}, () => [])
`

const HIDES = `
Error.stackTraceLimit = 0
Error.prepareStackTrace = () => 'hidden'
export const register_routes = (routes) => routes
  .get('/fails', { permission: 'depot.bays.view' }, () => { throw new Error('no bay') })
  .get('/merges', { permission: 'depot.bays.view' }, () => { Object.prototype.polluted = true; return {} })
`

describe('A plugin that changes what the whole process shares', () => {
  let host: ProcessHost
  before('start a host', async () => {
    host = await createProcessHost({ fleet: EXTENDS, depot: HIDES })
    host.start()
    await host.ready()
  })
  after('end the host', async () => {
    await host.kill()
    await host.remove()
  })

  const found = async (code: string) =>
    until(code, async () =>
      (await host.status('depot')).runtime?.findings?.find((each) => each.code === code && each.where?.line === 5),
    )

  it('is not loaded if it gives every object another member, and everything else goes on', async () => {
    const [first] = (await host.status('fleet')).diagnostics ?? []
    expect(first).to.deep.include({
      code: 'load_failed',
      where: { file: 'src/index.ts', line: 2, column: 18 },
      fix: 'This object takes no more members. If it is [Object.prototype], every plugin shares it: keep [isFleet] in a module of your own.',
    })
    expect((await host.ask('/api/v1/plugins')).status).to.equal(200)
  })

  it('cannot do it later either', async () => {
    expect((await host.ask('/api/v1/depot/merges')).status).to.equal(500)
    expect((await host.ask('/api/v1/plugins')).status).to.equal(200)
  })

  it('does not take the lines of its errors from itself and others', async () => {
    expect((await host.ask('/api/v1/depot/fails')).status).to.equal(500)
    expect((await found('handler_failed')).message).to.contain('no bay')
  })
})
