import path from 'node:path'
import type { Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from '../helpers/authorization-server.ts'
import { RedirectFollower } from '../helpers/identity-provider.ts'
import { until } from '../helpers/until.ts'

const AGENTS = path.resolve(import.meta.dirname, '../../plugins/ai-agents')
const PANELS = [{ id: 'agents', title: 'Agents' }]

type Body = Record<string, unknown> & Partial<Problem>

describe('A connector with OAuth', () => {
  let host: TestHost
  let server: AuthorizationServer
  let count = 0

  before(async () => {
    host = await startTestHost({ plugins: [AGENTS], panels: PANELS, egressAllow: ['127.0.0.1'] })
    const redirectUris = Array.from({ length: 20 }, (_, id) => callbackOf(id + 1))
    server = await startAuthorizationServer({ redirectUris, registration: true })
  })
  after(() => host.close())
  beforeEach(() => {
    Object.assign(server, { current: 'rosa', lifetime: 3600, delay: 0 })
    server.asked.length = 0
  })

  const base = () => `${host.url}/api/v1/ai-agents`
  const callbackOf = (id: number) => `${base()}/connectors/${id}/auth/callback`

  async function ask(method: string, to: string, json?: unknown, headers: Record<string, string> = {}) {
    const init = { method, headers, redirect: 'manual' as const, ...(json !== undefined && { json }) }
    const response = await host.request(
      to.startsWith('http') ? to.slice(host.url.length) : `/api/v1/ai-agents${to}`,
      init,
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body }
  }

  async function connector(more: object = {}): Promise<number> {
    const values = {
      title: `CRM ${++count}`,
      prefix: `crm${count}`,
      url: server.api,
      auth: 'oauth',
      ...CLIENT,
      ...more,
    }
    const { status, body } = await ask('POST', '/connectors', values)
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.id as number
  }

  interface Visit {
    readonly id: number
    readonly back: URL
    readonly cookie: string
  }

  /** Begins a visit and follows the browser until it comes back. */
  async function visit(id: number): Promise<Visit> {
    const begun = await ask('POST', `/connectors/${id}/auth`)
    expect(begun.status, begun.text).to.equal(200)
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).to.match(/; Path=\/api\/v1\/ai-agents\/connectors\/\d+\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const isBack = (url: URL) => url.href.startsWith(callbackOf(id))
    const back = await new RedirectFollower().follow(begun.body.authorization_url as string, isBack)
    return { id, back, cookie: cookie.split(';')[0]! }
  }

  const comeBack = ({ back, cookie }: Pick<Visit, 'back' | 'cookie'>) => ask('GET', back.href, undefined, { cookie })
  const shown = async (id: number) => (await ask('GET', `/connectors/${id}`)).body

  async function connected(more?: object): Promise<number> {
    const id = await connector(more)
    const { status, text } = await comeBack(await visit(id))
    expect(status, text).to.equal(303)
    return id
  }

  it('is connected by a visit with PKCE, a state, a resource and its scopes, and disconnected again', async () => {
    const id = await connector()
    const { body } = await ask('POST', `/connectors/${id}/auth`)
    const { searchParams: asked } = new URL(body.authorization_url as string)
    expect(Object.fromEntries(asked)).to.include({
      ...{ client_id: 'atrium', response_type: 'code', code_challenge_method: 'S256', scope: 'contacts' },
      ...{ redirect_uri: callbackOf(id), resource: server.api },
    })
    expect(asked.get('state')).to.match(/^[\w-]{43}$/)
    const answer = await comeBack(await visit(id))
    expect(answer.headers.get('referrer-policy')).to.equal('no-referrer')
    expect(answer.headers.get('location')).to.equal(`/agents/connectors/${id}`)
    expect(await shown(id)).to.include({ auth_status: 'connected' })
    expect(server.asked.at(-1)?.get('resource')).to.equal(server.api)
    const out = await ask('DELETE', `/connectors/${id}/auth`)
    expect(out.body, out.text).to.include({ auth_status: 'none' })
    const refresh_token = server.issued.at(-1) ?? ''
    await until('the revocation', async () => {
      const basic = Buffer.from(`${CLIENT.client_id}:${encodeURIComponent(CLIENT.client_secret)}`).toString('base64')
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
      const response = await fetch(`${server.issuer}/token`, {
        method: 'POST',
        body,
        headers: { authorization: `Basic ${basic}` },
      })
      return response.status === 400 ? true : undefined
    })
  })

  it('ends a visit once, in the browser and as the account that began it, for this connector', async () => {
    const id = await connector()
    const one = await visit(id)
    const refused = async (answer: ReturnType<typeof comeBack>) =>
      expect((await answer).body).to.include({ code: 'connector_visit_expired' })
    await refused(comeBack({ ...one, cookie: '' }))
    await refused(comeBack({ ...one, cookie: (await visit(id)).cookie }))
    const other = await connector()
    await refused(ask('GET', callbackOf(other) + one.back.search, undefined, { cookie: one.cookie }))
    const authorization = `Bearer ${await otherToken()}`
    await refused(ask('GET', one.back.href, undefined, { cookie: one.cookie, authorization }))
    expect(await shown(id)).to.include({ auth_status: 'none' })
    expect((await comeBack(one)).status).to.equal(303)
    await refused(comeBack(one))
    expect(server.asked).to.have.length(1)
  })

  /** The token of another account that may do the same. */
  async function otherToken(): Promise<string> {
    const make = async (to: string, json: object) => (await ask('POST', `${host.url}/api/v1/platform/${to}`, json)).body
    const role = await make('roles', { name: 'connecting', label: 'Connecting', permissions: ['ai-agents.*'] })
    const user = await make('users', { name: 'Robot', kind: 'service', roles: [role.id] })
    const token = await make('tokens', { name: 'Robot', user_id: user.id, permissions: ['ai-agents.*'] })
    return token.secret as string
  }

  it('refuses an answer that another authorization server has sent, and one without its issuer', async () => {
    for (const change of [
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      (url: URL) => url.searchParams.delete('iss'),
    ]) {
      const one = await visit(await connector())
      change(one.back)
      expect((await comeBack(one)).body).to.include({ code: 'connector_auth_failed', status: 424 })
      expect(await shown(one.id)).to.include({ auth_status: 'failed' })
    }
    expect(server.asked).to.deep.equal([])
  })

  it('refuses a code that is wrong, and repeats nothing of an error', async () => {
    const one = await visit(await connector())
    one.back.searchParams.set('code', 'canary-code')
    const wrong = await comeBack(one)
    expect(wrong.body).to.include({ code: 'connector_auth_failed' })
    server.current = undefined
    const cancelled = await comeBack(await visit(await connector()))
    expect(cancelled.body).to.include({ code: 'connector_auth_refused' })
    expect(wrong.text + cancelled.text).not.to.contain('canary')
  })

  it('finds the authorization server of an MCP server, and registers itself only if it has no client id', async () => {
    const id = await connector({ client_id: undefined, client_secret: undefined })
    const answer = await comeBack(await visit(id))
    expect(answer.status, answer.text).to.equal(303)
    expect(await shown(id)).to.include({ auth_status: 'connected' })
    const { body } = await ask('GET', `/connectors/${id}/client-metadata`, undefined, { authorization: '' })
    expect(body).to.include({
      client_id: `${base()}/connectors/${id}/client-metadata`,
      token_endpoint_auth_method: 'none',
    })
    expect(body.redirect_uris).to.deep.equal([callbackOf(id)])
  })

  it('goes to no authorization server that the operator has not allowed', async () => {
    const id = await connector({ issuer: 'http://[::1]:8443/' })
    expect((await ask('POST', `/connectors/${id}/auth`)).body).to.include({ code: 'egress_refused' })
  })

  it('has its secrets in no answer, list, export, history and audit row', async () => {
    const id = await connected()
    const texts = [
      await host.request('/api/v1/ai-agents/connectors', { headers: { accept: 'text/csv' } }).then((one) => one.text()),
    ]
    for (const to of [
      '/connectors',
      `/connectors/${id}`,
      `/connectors/${id}/history`,
      `${host.url}/api/v1/platform/audit?_end=500`,
    ])
      texts.push((await ask('GET', to)).text)
    for (const secret of [CLIENT.client_secret, ...server.issued]) expect(texts.join()).not.to.contain(secret)
    expect(server.issued).not.to.deep.equal([])
  })
})
