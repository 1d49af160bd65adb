import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PluginStatus } from '@atrium/sdk/documents'
import { type LastingConnection, openLastingConnection } from '../../helpers/lasting-connection.ts'
import { canLimitProcesses } from '../../helpers/process-limits.ts'
import { createProcessHost, type ProcessHost } from '../../helpers/process-host.ts'
import { until } from '../../helpers/until.ts'

/** Leaves the host without descriptors until the file `give` appears. `stat` needs none. */
const taker = (give: string) => `
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
export const register_routes = (routes, { every }) => routes.post('/take', { permission: 'steady.take' }, () => {
  execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=512:'])
  const taken = []
  const take = () => { try { for (;;) taken.push(openSync('/dev/null')) } catch {} }
  const timer = setInterval(() => {
    if (!existsSync(${JSON.stringify(give)})) return take()
    clearInterval(timer)
    for (const descriptor of taken) closeSync(descriptor)
  }, 1)
  take()
})`
const fleet = (name: string) => `export const register_routes = (routes) => routes.get('/name', {}, () => '${name}')`

describe('A host that watches its files and has no file descriptor for a moment', () => {
  let host: ProcessHost
  let connection: LastingConnection
  let give: string
  const told = async <Body>(to: string, method = 'GET') =>
    JSON.parse((await connection.ask(to, { method })).body || 'null') as Body
  const status = (id: string) => told<PluginStatus>(`/api/v1/plugins/${id}`)
  const name = () => told('/api/v1/fleet/name')

  beforeEach(async function () {
    if (!canLimitProcesses()) this.skip()
    host = await createProcessHost({ fleet: fleet('first'), steady: '' })
    give = path.join(host.dataDir, 'give')
    await host.write('steady', taker(give))
    host.start({ ATRIUM_WATCH: '1', LOG_LEVEL: 'info' })
    await host.ready()
    const { PORT = '', ATRIUM_ADMIN_TOKEN: token = '' } = host.environment
    connection = openLastingConnection(`http://127.0.0.1:${PORT}`, { token })
    expect(await name()).to.equal('first')
    await connection.ask('/api/v1/steady/take', { method: 'POST' })
    await until('no descriptor to be free', async () => (await told<{ reason?: string }>('/readyz')).reason)
  })
  afterEach('end the host', async () => {
    connection?.close()
    await host?.kill()
    await host?.remove()
  })

  it('does not end because a watched folder changes, and reads the change afterwards', async () => {
    const { ATRIUM_PANELS: file = '' } = host.environment
    const panels = { panels: [{ id: 'vans', title: 'Vans' }], plugins: { active: ['fleet', 'steady'] } }
    await writeFile(file, JSON.stringify(panels))
    await until('the failure', () => host.logged.includes('panels.config.json cannot be'))
    await writeFile(give, '')
    await until('the change', () => host.logged.includes('panels.config.json changed'))
    expect((await host.ask('/api/v1/fleet/name')).body).to.equal('first')
  })

  it('keeps its plugins although it cannot read their folders, and loads what could not be loaded', async () => {
    await connection.ask('/api/v1/plugins/fleet/reload', { method: 'POST' })
    expect(await name()).to.equal('first')
    await host.write('fleet', fleet('second'))
    const { state, diagnostics } = await until('the failure', async () => {
      const now = await status('fleet')
      return now.state === 'failed' ? now : undefined
    })
    expect([state, diagnostics[0]?.code, await name()]).to.deep.equal(['failed', 'host_out_of_resources', 'first'])
    expect((await status('steady')).state).to.equal('active')
    await writeFile(give, '')
    await until('the plugin to be loaded by itself', async () => (await name()) === 'second')
    expect((await status('fleet')).diagnostics).to.deep.equal([])
  })
})
