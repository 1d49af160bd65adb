import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createPluginDirectory, type PluginDirectory } from '../../helpers/plugin-directory.ts'
import { openSocket } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'

/** Sends a request in each way that a plugin has. A package is code that the host did not bundle. */
const SOURCE = `
import http from 'node:http'
import https from 'node:https'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import undici from 'undici'
import { Type } from '@atrium/sdk'

const opened = (socket) => new Promise((resolve, reject) => socket.on('connect', () => resolve('asked')).on('error', reject))
const over = (module) => (url) => new Promise((resolve, reject) =>
  module.get(url, { rejectUnauthorized: false }, (answer) => answer.resume().on('end', () => resolve('asked'))).on('error', reject))
const portOf = (url) => Number(new URL(url).port)
const hostOf = (url) => new URL(url).hostname.replace(/^\\[|\\]$/g, '')
const ways = (context) => ({
  'context.fetch': async (url) => (await context.fetch(url)).text(),
  fetch: async (url) => (await fetch(url)).text(),
  'global fetch': async (url) => (await globalThis.fetch(url)).text(),
  'a request object': async (url) => (await fetch(new Request(url))).text(),
  undici: async (url) => (await undici.request(url)).body.text(),
  'node:http': over(http),
  'node:https': (url) => over(https)(url.replace('http:', 'https:')),
  'node:http with a new agent': (url) => new Promise((resolve, reject) => http.get(url, { agent: new http.Agent() }, (answer) => answer.resume().on('end', () => resolve('asked'))).on('error', reject)),
  'node:http2': (url) => opened(http2.connect(url)),
  'node:net': (url) => opened(net.connect(portOf(url), hostOf(url))),
  'node:net with options': (url) => opened(net.connect({ port: portOf(url), host: hostOf(url) })),
  'a socket': (url) => opened(new net.Socket().connect(String(portOf(url)), hostOf(url))),
  'node:tls': (url) => opened(tls.connect({ port: portOf(url), host: hostOf(url), rejectUnauthorized: false })),
})
export const setup = (context) => {
  context.jobs.handle('ask', async ({ url }) => { await fetch(url) })
}
export const register_routes = (routes, context) => {
  const manage = { permission: 'fleet.vans.manage', transaction: false }
  routes.post('/ask', { ...manage, query: Type.Object({ way: Type.String(), url: Type.String() }) },
    ({ query }) => ways(context)[query.way](query.url))
  routes.post('/caught', manage, async ({ query }) => {
    try { return await (await fetch(query.url)).text() } catch (error) { return { code: error.code, name: error.name } }
  })
  routes.post('/job', manage, async ({ query }) => { await context.jobs.add('ask', { url: query.url }); return 'added' })
}
export const register_channels = (channels) => {
  const messages = { ask: { permission: 'fleet.vans.manage', payload: Type.Object({ url: Type.String() }) } }
  channels.namespace('fleet', messages, async ({ payload }, { reply }) => reply('asked', await (await globalThis.fetch(payload.url)).text()))
}
`

const WAYS = ['context.fetch', 'fetch', 'global fetch', 'a request object', 'undici', 'node:http', 'node:https']
const LOWER = ['node:http with a new agent', 'node:http2', 'node:net', 'node:net with options', 'a socket', 'node:tls']

describe('Connections of a plugin', () => {
  const servers: Server[] = []
  let host: TestHost
  let fleet: PluginDirectory
  /** Ports of servers: one that nobody may reach, one that is allowed by address, and one that is allowed by name. */
  let secret: number
  let open: number
  let named: number
  let reached: string[] = []

  before(async () => {
    secret = await listen('127.0.0.1', 'secret')
    open = await listen('0.0.0.0', 'open')
    named = await listen('127.0.0.1', 'named')
    fleet = await createPluginDirectory({ 'src/index.ts': SOURCE }, { link: ['undici'] })
    const egressAllow = [`127.0.0.2:${open}`, `localhost:${named}`, '*.local.test']
    host = await startTestHost({ plugins: [fleet.directory], egressAllow })
  })
  after(async () => {
    await host.close()
    await fleet[Symbol.asyncDispose]()
    for (const server of servers) server.close().closeAllConnections()
  })
  beforeEach(() => void (reached = []))

  async function listen(address: string, name: string): Promise<number> {
    const server = createServer(({ url = '' }, response) => {
      reached.push(name)
      const to = new URL(url, 'http://x').searchParams.get('to')
      if (to !== null) response.writeHead(302, { location: to })
      response.end('asked')
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, address, resolve))
    return (server.address() as AddressInfo).port
  }

  async function post(path: string, query: Record<string, string>) {
    const response = await host.request(`/api/v1/fleet/${path}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
    })
    return { status: response.status, body: (await response.json()) as Problem & { code: string } }
  }
  const ask = (url: string, way = 'fetch') => post('ask', { way, url })

  async function expectRefused(url: string, way?: string): Promise<string> {
    const { status, body } = await ask(url, way)
    expect([status, body.code], `${way ?? ''} ${url} ${JSON.stringify(body)}`).to.deep.equal([502, 'egress_refused'])
    expect(reached.filter((name) => name === 'secret')).to.deep.equal([])
    return body.detail
  }

  for (const way of [...WAYS, ...LOWER])
    it(`are refused to an address of this machine, with ${way}`, async () => {
      await expectRefused(`http://127.0.0.1:${secret}/`, way)
      await expectRefused(`http://localhost:${secret}/`, way)
      await expectRefused(`http://[::ffff:127.0.0.1]:${secret}/`, way)
    })

  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '0.0.0.0', '0'],
    ...[
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
    ],
    ...['localhost', 'LOCALHOST', '１２７.０.０.１', 'ⓛocalhost'],
    ...['10.0.0.1', '192.168.0.1', '172.16.0.1', '100.64.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ]
  it('are refused in whatever form an address is written', async () => {
    for (const name of hosts) await expectRefused(`http://${name}:${secret}/`)
    // Those that are no URLs for `fetch` reach the resolver of the system here.
    for (const name of ['127.1', '2130706433', '0x7f.1', '0177.0.0.1']) {
      const url = `http://${name}:${secret}/`
      for (const way of ['node:http', 'node:net', 'undici']) await expectRefused(url, way)
    }
  })

  it('are refused to the host of a URL, not to what stands before an @', async () => {
    for (const before of ['public.example', '8.8.8.8%2f', 'public.example:80'])
      await expectRefused(`http://${before}@127.0.0.1:${secret}/`, 'node:http')
    // `fetch` refuses such a URL itself.
    expect((await ask(`http://public.example@127.0.0.1:${secret}/`)).status).to.be.at.least(500)
    expect(reached).to.deep.equal([])
  })

  it('never reach what a name with a dot at its end stands for, whether or not the system finds it', async () => {
    for (const way of WAYS) expect((await ask(`http://localhost.:${secret}/`, way)).status, way).to.be.at.least(500)
    expect(reached).to.deep.equal([])
  })

  it('are allowed to what the operator allows, and only with the port', async () => {
    for (const way of ['context.fetch', 'global fetch', 'undici', 'node:http', 'node:net'])
      expect((await ask(`http://127.0.0.2:${open}/`, way)).body, way).to.equal('asked')
    expect((await ask(`http://localhost:${named}/`)).body).to.equal('asked')
    await expectRefused(`http://127.0.0.1:${named}/`)
    await expectRefused(`http://127.0.0.3:${open}/`)
    await expectRefused(`http://127.0.0.2:${secret}/`)
  })

  it('are checked again at each redirect', async () => {
    const to = (url: string) => `http://127.0.0.2:${open}/?to=${encodeURIComponent(url)}`
    expect((await ask(to(`http://localhost:${named}/`))).body).to.equal('asked')
    await expectRefused(to(`http://127.0.0.1:${secret}/`))
    await expectRefused(to(to(`http://localhost:${secret}/`)))
    await expectRefused(to('http://169.254.169.254/latest/meta-data/'), 'global fetch')
  })

  it('go to the address that was checked, although the next look-up would give another one', async () => {
    const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.2', '127.0.0.1']
    const looked: string[] = []
    const { lookup } = dns
    dns.lookup = ((_name: string, options: { all?: boolean }, done: (...found: unknown[]) => void) => {
      const address = answers.shift() ?? '127.0.0.1'
      looked.push(address)
      if (options.all) done(null, [{ address, family: 4 }])
      else done(null, address, 4)
    }) as unknown as typeof lookup
    syncBuiltinESMExports()
    try {
      for (const way of ['node:http with a new agent', 'node:net']) {
        expect((await ask(`http://rebind.example:${open}/`, way)).body).to.equal('asked')
        await expectRefused(`http://rebind.example:${open}/`, way)
      }
      expect(looked).to.deep.equal(['127.0.0.2', '127.0.0.1', '127.0.0.2', '127.0.0.1'])
    } finally {
      dns.lookup = lookup
      syncBuiltinESMExports()
    }
  })

  it('are refused over a connection that the host has opened and kept', async () => {
    const url = `http://127.0.0.1:${secret}/`
    for (let round = 0; round < 3; round++) {
      await (await fetch(url)).text()
      reached = []
      await expectRefused(url, 'global fetch')
      await expectRefused(url)
    }
  })

  it('are refused in jobs and messages, too', async () => {
    const url = `http://127.0.0.1:${secret}/`
    await post('job', { url })
    const headers = { authorization: `Bearer ${host.token}` }
    const client = await openSocket(`${host.url.replace('http', 'ws')}/api/v1/ws`, { headers })
    const { payload } = await client.ask({ namespace: 'fleet', type: 'ask', payload: { url } })
    expect(payload.code).to.equal('egress_refused')
    client.socket.close()
    await until('the finding of the job', async () => {
      const text = await (await host.request('/api/v1/plugins/fleet')).text()
      return text.includes('egress_refused') && !reached.includes('secret') ? true : undefined
    })
  })

  it('end in an error that names the host, the reason and what an operator can do', async () => {
    expect(await expectRefused(`http://localhost:${secret}/`)).to.equal(
      `A plugin may not connect to [localhost:${secret}]: it is at a loopback address. If that is wanted, an operator adds [localhost:${secret}] to the environment variable [ATRIUM_EGRESS_ALLOW] and starts the host again.`,
    )
    expect(await expectRefused('http://169.254.169.254/latest/')).to.contain('[169.254.169.254:80]: it is a link-local')
    expect((await post('caught', { url: `http://[::1]:${secret}/` })).body).to.deep.equal({
      code: 'egress_refused',
      name: 'ApiError',
    })
  })
})
