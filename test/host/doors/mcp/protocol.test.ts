import { mock } from 'node:test'
import { Type } from '@atrium/sdk'
import { expect } from 'chai'
import { sendRaw } from '../../../helpers/send-raw.ts'
import { until } from '../../../helpers/until.ts'
import { shop } from './shop.ts'
import { type AgentServer, startAgents } from './start-agents.ts'

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }
const MODERN = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
}

/** A `tools/list` as it goes over the wire. */
function rawList({ target = '/api/v1/mcp', host = 'localhost' }: { target?: string; host?: string }): string {
  const body = JSON.stringify(LIST)
  const headers = {
    ...MODERN,
    host,
    authorization: 'Bearer operator',
    'content-type': 'application/json',
    accept: '*/*',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`POST ${target} HTTP/1.1`, ...lines, `content-length: ${body.length}`, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

describe('The MCP endpoint', () => {
  let server: AgentServer
  before(async () => {
    server = await startAgents()
    server.publish(shop())
  })

  const begin = async (as?: string) => {
    const response = await server.send(INITIALIZE, as === undefined ? {} : { as })
    await response.text()
    return response.headers.get('mcp-session-id') ?? ''
  }
  const ping = async (session: string, as?: string) => {
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }
    const response = await server.send(
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { headers, ...(as !== undefined && { as }) },
    )
    await response.text()
    return response.status
  }

  describe('does not admit', () => {
    it('a client without an identity', async () => {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const { status, headers } = await server.send(LIST, { as: null, method })
        expect([status, headers.get('www-authenticate')], method).to.deep.equal([401, 'Bearer'])
      }
    })

    it('a page of another origin, even with a valid token', async () => {
      const { host } = new URL(server.url)
      const from = async (origin: string, headers: Record<string, string> = {}) =>
        (await server.send(LIST, { headers: { ...MODERN, origin, ...headers } })).status
      expect(await from('https://evil.example.com')).to.equal(403)
      expect(await from('null')).to.equal(403)
      expect(await from(`http://${host}`)).to.equal(200)
    })

    it('a page whose own host name resolves here, unless it arrives encrypted and thus through a proxy', async () => {
      const from = async (origin: string) => {
        const body = JSON.stringify(LIST)
        const headers = { ...MODERN, host: new URL(origin).host, origin, authorization: 'Bearer operator' }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const head = ['POST /api/v1/mcp HTTP/1.1', ...lines, 'content-type: application/json', 'accept: */*']
        const request = `${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
        return (await sendRaw(server.url, request)).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
      }
      expect(await from('http://evil.example.com')).to.equal('403')
      expect(await from('http://localhost:3000')).to.equal('200')
      expect(await from('https://atrium.example.com')).to.equal('200')
    })

    it('a request whose Host is no host name', async () => {
      for (const host of ['a b', '[', 'x:y', 'a/b']) {
        const answer = await sendRaw(server.url, rawList({ host }))
        expect(answer)
          .to.match(/^HTTP\/1.1 400 /)
          .and.to.contain('header_malformed')
          .and.to.contain(`[${host}]`)
      }
    })

    it('a person’s cookie, except from the platform’s own pages', async () => {
      const asPerson = (headers: Record<string, string>) =>
        server.send(LIST, { as: null, headers: { ...MODERN, cookie: 'session=operator', ...headers } })
      expect((await asPerson({})).status).to.equal(403)
      expect((await asPerson({ 'sec-fetch-site': 'cross-site' })).status).to.equal(403)
      expect((await asPerson({ origin: server.url })).status).to.equal(200)
    })

    it('a message that is too large or not JSON', async () => {
      const large = await server.send({ ...LIST, params: { _meta: META, filler: 'x'.repeat(1024 * 1024) } })
      expect(large.status).to.equal(413)
      const broken = await server.send('{ this is no JSON', { headers: MODERN })
      expect([broken.status, await broken.json()]).to.have.nested.property('1.error.code', -32_700)
      const typed = await server.send(LIST, { headers: { ...MODERN, 'content-type': 'text/plain' } })
      expect(typed.status).to.equal(415)
    })
  })

  it('answers a target in absolute form, as proxies send it', async () => {
    const answer = await sendRaw(server.url, rawList({ target: `${server.url}/api/v1/mcp` }))
    expect(answer)
      .to.match(/^HTTP\/1.1 200 /)
      .and.to.contain('shop_')
  })

  it('gives each request an id and logs one line about it, without its content', async () => {
    const response = await server.send(LIST, { headers: { ...MODERN, 'x-request-id': 'mine-1' } })
    await response.text()
    expect(response.headers.get('x-request-id')).to.equal('mine-1')
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff')
    const line = await until('the line', () => server.logged.find(({ request_id }) => request_id === 'mine-1'))
    expect(line).to.include({ method: 'POST', route: '/api/v1/mcp', status: 200, caller: 'operator' })
  })

  describe('keeps sessions of the 2025 protocol', () => {
    it('separate by caller', async () => {
      const session = await begin()
      expect(session).to.match(/^[\w-]{36}$/)
      expect(await ping(session)).to.equal(200)
      expect(await ping(session, 'clerk')).to.equal(404)
      expect(await ping('00000000-0000-4000-8000-000000000000')).to.equal(404)
    })

    it('until the client ends them', async () => {
      const session = await begin()
      const ended = await server.send(undefined, { method: 'DELETE', headers: { 'mcp-session-id': session } })
      expect(ended.status).to.equal(200)
      expect(await ping(session)).to.equal(404)
    })

    it('until they have been idle for a while, unless the client is listening', async () => {
      // The clock of the sessions is moved by hand: a busy machine may need any time between two requests.
      mock.timers.enable({ apis: ['setInterval'] })
      server = await startAgents({ sessions: { idle: 60_000 } })
      const [idle, listening] = [await begin(), await begin('clerk')]
      const abort = new AbortController()
      const stream = await fetch(`${server.url}/api/v1/mcp`, {
        headers: { authorization: 'Bearer clerk', accept: 'text/event-stream', 'mcp-session-id': listening },
        signal: abort.signal,
      })
      expect(stream.status).to.equal(200)
      const now = performance.now()
      mock.method(performance, 'now', () => now + 60_000)
      mock.timers.tick(60_000)
      mock.restoreAll()
      mock.timers.reset()
      expect([await ping(idle), await ping(listening, 'clerk')]).to.deep.equal([404, 200])
      abort.abort()
      await server.send(undefined, { as: 'clerk', method: 'DELETE', headers: { 'mcp-session-id': listening } })
    })

    it('up to a limit for each caller and a limit for all, and drops the longest unused one to make room', async () => {
      server = await startAgents({ sessions: { mostOfCaller: 2, most: 3 } })
      const [first, second, third] = [await begin(), await begin(), await begin()]
      expect([await ping(first), await ping(second), await ping(third)]).to.deep.equal([404, 200, 200])
      const fourth = await begin('clerk')
      const fifth = await begin('stranger')
      const statuses = [ping(second), ping(third), ping(fourth, 'clerk'), ping(fifth, 'stranger')]
      expect(await Promise.all(statuses)).to.deep.equal([404, 200, 200, 200])
    })

    it('only for a message that initializes one', async () => {
      const lost = await server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
      expect(lost.status).to.equal(400)
      const stream = await server.send(undefined, { method: 'GET' })
      expect([stream.status, stream.headers.get('allow')]).to.deep.equal([405, 'POST'])
    })
  })
})

describe('The MCP endpoint of a closing host', () => {
  it('accepts nothing if it was never used', async () => {
    const server = await startAgents()
    await server.closeEndpoint()
    expect((await server.send(LIST, { headers: MODERN })).status).to.equal(503)
  })

  it('lets a running tool finish, then ends every conversation and accepts no more', async () => {
    const server = await startAgents()
    const options = { description: 'Wait.', input: Type.Object({}), permission: 'shop.stock.view' }
    let finish: ((answer: string) => void) | undefined
    const wait = () => new Promise<string>((resolve) => (finish = resolve))
    server.publish(shop({ tools: (tools) => tools.add('wait', options, wait) }))
    const [pinned, former] = [await server.connect('pinned'), await server.connect('former')]
    const call = pinned.call('shop_wait')
    const end = await until('the tool to run', () => finish)
    const closed = server.closeEndpoint()
    expect((await server.send(LIST, { headers: MODERN })).status).to.equal(503)
    end('waited')
    expect((await call).content).to.deep.equal([{ type: 'text', text: 'waited' }])
    await closed
    expect(await former.tools().catch((error: Error) => error.message)).to.contain('The host is stopping')
  })
})
