import { expect } from 'chai'
import WebSocket from 'ws'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'

const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'admin.example.org' }
const ORIGIN = 'https://app.example.org'

/** Says how a request was sent, and sets a cookie for itself. */
const PROBE = `
export const register_routes = (routes) =>
  routes.get('/sent', { permission: 'probe.sent.view', raw: true }, (_call, koa) => {
    koa.append('set-cookie', 'probe=1; Path=/api/v1/probe; HttpOnly')
    koa.body = { url: koa.url, href: koa.href }
  })
`

describe('A host below a path', () => {
  let host: TestHost
  let plugins: PluginDirectory
  before(async () => {
    plugins = await createPluginDirectory({
      'probe/package.json': packageJson({ name: 'probe', atrium: { id: 'probe', title: 'Probe' } }),
      'probe/src/index.ts': PROBE,
    })
    host = await startTestHost({
      plugins: [new URL('../../plugins/template', import.meta.url).pathname, plugins.path('probe')],
      basePath: '/tools/atrium',
      publicUrl: 'https://admin.example.org',
      trustProxy: ['127.0.0.1'],
      corsOrigins: [ORIGIN],
    })
  })
  after(async () => {
    await host.close()
    await plugins[Symbol.asyncDispose]()
  })
  /** At the address of the server, not below the path. */
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, host.url), init)

  it('answers there, and nowhere else but to probes', async () => {
    expect(host.url).to.match(/:\d+\/tools\/atrium$/)
    expect((await host.request('/api/v1/template/items')).status).to.equal(200)
    for (const path of ['/', '/api/v1/template/items', '/tools', '/tools/atriums/api/v1/template/items']) {
      const answer = await ask(path)
      expect(answer.status, path).to.equal(404)
      expect(((await answer.json()) as { detail: string }).detail).to.include('[/tools/atrium]')
    }
    for (const path of ['/livez', '/readyz', '/tools/atrium/readyz']) expect((await ask(path)).status).to.equal(200)
  })

  it('names addresses of the outside in Location and Link', async () => {
    const made = await host.request('/api/v1/template/items', { method: 'POST', json: { name: 'Hinge', price: 5 } })
    expect(made.status).to.equal(201)
    const location = made.headers.get('location') ?? ''
    expect(location).to.match(/^\/tools\/atrium\/api\/v1\/template\/items\/\d+$/)
    const authorization = `Bearer ${host.token}`
    expect((await ask(location, { headers: { authorization } })).status).to.equal(200)
    await host.request('/api/v1/template/items', { method: 'POST', json: { name: 'Screw', price: 1 } })
    const { headers } = await host.request('/api/v1/template/items?_page=1&_limit=1')
    expect(headers.get('link')).to.match(/^<\/tools\/atrium\/api\/v1\/template\/items\?/)
  })

  it('tells plugins how they are reached, and keeps their cookies there', async () => {
    const answer = await host.request('/api/v1/probe/sent?a=1', { headers: { ...HTTPS } })
    const path = '/api/v1/probe/sent?a=1'
    expect(await answer.json()).to.deep.equal({ url: path, href: `https://admin.example.org/tools/atrium${path}` })
    expect(answer.headers.getSetCookie()).to.deep.equal(['probe=1; Path=/tools/atrium/api/v1/probe; HttpOnly'])
  })

  it('tells programs where its paths begin', async () => {
    const { servers } = (await (await host.request('/api/v1/openapi.json')).json()) as { servers: object[] }
    expect(servers).to.deep.equal([{ url: '/tools/atrium' }])
  })

  it('makes links to itself, for people and providers', async () => {
    expect(host.signInLink).to.match(/^https:\/\/admin\.example\.org\/tools\/atrium\/sign-in#token=/)
    const docs = await (await host.request('/docs')).text()
    expect(docs).to.include('src="/tools/atrium/docs/swagger-ui-bundle.js"')
  })

  it('keeps its cookies to itself, also from another Atrium at the same host', async () => {
    const token = host.signInLink?.split('#token=')[1]
    const made = await host.request('/api/v1/auth/sessions', {
      method: 'POST',
      json: { token },
      headers: { ...HTTPS, authorization: '', origin: 'https://admin.example.org' },
    })
    const cookies = made.headers.getSetCookie()
    expect(cookies.join('\n')).to.match(/^__Secure-atrium_session=.*; path=\/tools\/atrium;.*secure/m)
    const own = cookies.map((each) => each.split(';')[0]).join('; ')
    const me = (cookie: string) => ask('/tools/atrium/api/v1/auth/me', { headers: { ...HTTPS, cookie } })
    expect((await me(`__Host-atrium_session=${'x'.repeat(43)}; ${own}`)).status).to.equal(200)
    expect((await me(own.replaceAll('__Secure-', '__Host-'))).status).to.equal(401)
  })

  it('has its WebSocket and its MCP server there', async () => {
    const open = async (path: string) => {
      const address = new URL(path, host.url.replace('http', 'ws'))
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${host.token}` } })
      const status = await new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101)).on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
        socket.on('error', () => undefined)
      })
      socket.terminate()
      return status
    }
    expect(await open('/tools/atrium/api/v1/ws')).to.equal(101)
    expect(await open('/api/v1/ws')).to.equal(404)
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { ...MCP } }
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await host.request('/api/v1/mcp', { method: 'POST', json: initialize, headers })
    expect(answer.status).to.equal(200)
    await answer.body?.cancel()
  })

  it('has the screens of its plugins there, and 404 where there is none', async () => {
    const status = async (path: string) =>
      (await ask(`/tools/atrium${path}`, { headers: { accept: 'text/html' } })).status
    const [there, missing] = [await status('/operations/items/7'), await status('/operations/nothing')]
    // Without a build of the shell, screens are 503.
    expect(there).to.be.oneOf([200, 503])
    expect(missing).to.equal(there === 200 ? 404 : 503)
    expect(await status('/.well-known/oauth-protected-resource')).to.equal(404)
  })

  it('lets pages of the origins that it names read the API, without cookies', async () => {
    const preflight = await ask('/tools/atrium/api/v1/template/items', {
      method: 'OPTIONS',
      headers: {
        ...{ origin: ORIGIN, 'access-control-request-method': 'PATCH' },
        'access-control-request-headers': 'authorization,if-match',
      },
    })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers.get('access-control-allow-origin')).to.equal(ORIGIN)
    expect(preflight.headers.get('access-control-allow-methods')).to.include('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).to.equal('authorization,if-match')
    const read = await host.request('/api/v1/template/items', { headers: { origin: ORIGIN } })
    expect(read.headers.get('access-control-allow-origin')).to.equal(ORIGIN)
    expect(read.headers.get('access-control-allow-credentials')).to.equal(null)
    expect(read.headers.get('vary')).to.include('Origin')
  })

  it('tells other origins nothing', async () => {
    for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null']) {
      const { headers } = await host.request('/api/v1/template/items', { headers: { origin } })
      expect(headers.get('access-control-allow-origin'), origin).to.equal(null)
      expect(headers.get('vary'), origin).to.include('Origin')
    }
  })
})

const MCP = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}
