import { expect } from 'chai'
import { type AgentsHost, openAgents } from '../../plugins/ai-agents/test/agents-host.ts'
import { ExternalSystem, says } from '../../plugins/ai-agents/test/external-system.ts'
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from '../helpers/authorization-server.ts'
import { RedirectFollower } from '../helpers/identity-provider.ts'
import { until } from '../helpers/until.ts'

interface Frame {
  readonly type: string
  readonly payload: { readonly ok?: boolean; readonly summary?: string }
}

/** A browser that navigates, and the programs of the other tests, accept different answers. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('An agent with a connector that needs OAuth', () => {
  let agents: AgentsHost
  let server: AuthorizationServer
  let id: number
  let conversation: string

  before(async () => {
    agents = await openAgents()
    const callback = (each: number) => `${agents.host.url}/api/v1/ai-agents/connectors/${each}/auth/callback`
    server = await startAuthorizationServer({ redirectUris: [1, 2, 3].map(callback) })
    const system = new ExternalSystem()
    system.tools = [
      { name: 'find_client', description: 'Find a client', run: ({ name }) => says(`${String(name)} is a client.`) },
    ]
    server.system = system.handle
    id = await connector('crm')
    const values = { connectors: [id], tools: [{ tool: 'crm-*', policy: 'allow' }] }
    const agent_id = await agents.agent(values)
    conversation = (await agents.ask('POST', '/conversations', { agent_id })).body.id as string
  })
  after(() => agents.host.close())

  const connector = (prefix: string) =>
    agents.make('/connectors', { title: prefix.toUpperCase(), prefix, url: server.api, auth: 'oauth', ...CLIENT })
  const shown = async (of = id) => (await agents.ask('GET', `/connectors/${of}`)).body

  /** Connects as a person does: to the authorization server, and back. */
  async function visit(of: number, change: (back: URL) => unknown = () => undefined) {
    const { body, headers } = await agents.ask('POST', `/connectors/${of}/auth`)
    const isBack = (url: URL) => url.href.startsWith(agents.host.url)
    const back = await new RedirectFollower().follow(body.authorization_url as string, isBack)
    await change(back)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const comeBack = () =>
      agents.host.request(back.pathname + back.search, { headers: { ...BROWSER, cookie }, redirect: 'manual' })
    return { first: await comeBack(), comeBack }
  }

  /** What the tool answered, as the chat shows it. */
  async function called(): Promise<Frame['payload']> {
    const frames = async () => (await agents.ask<Frame[]>('GET', `/conversations/${conversation}/frames`)).body
    const before = (await frames()).length
    await agents.ask('POST', `/conversations/${conversation}/messages`, { text: '/crm-find_client {"name":"Ada"}' })
    return until('the end of the answer', async () => {
      const news = (await frames()).slice(before)
      if (!news.some(({ type }) => type === 'chat.done')) return undefined
      return news.find(({ type }) => type === 'chat.tool_result')?.payload
    })
  }

  it('calls its tool with a token, once a person has connected it and accepted the tool', async () => {
    const { first } = await visit(id)
    expect([first.status, first.headers.get('location')]).to.deep.equal([303, `/agents/connectors/${id}`])
    expect(await shown()).to.include({
      status: 'ready',
      status_detail: '1 tool: 0 accepted, 1 new, 0 changed, 0 refused or gone.',
    })
    await agents.ask('POST', `/connectors/${id}/accept`)
    expect(await called()).to.include({ ok: true, summary: 'Ada is a client.' })
  })

  it('renews a token that is not accepted any more, and the person notices nothing', async () => {
    server.asked.length = 0
    server.refused.add(server.accepted.at(-1) ?? '')
    expect(await called()).to.include({ ok: true })
    expect(server.asked.map((each) => each.get('grant_type'))).to.deep.equal(['refresh_token'])
  })

  it('says in the chat what to do once the sign-in is not renewed, and works again after that', async () => {
    const basic = Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')
    const token = server.issued.at(-1) ?? ''
    const headers = { authorization: `Basic ${basic}` }
    await fetch(`${server.issuer}/token/revocation`, { method: 'POST', headers, body: new URLSearchParams({ token }) })
    server.refused.add(server.accepted.at(-1) ?? '')
    const { ok, summary } = await called()
    expect(ok).to.equal(false)
    expect(summary).to.match(/^connector_needs_reauth: \[CRM\] is not signed in\..*choose “Connect”/)
    expect(await shown()).to.include({ auth_status: 'needs_reauth' })
    expect((await shown()).auth_detail).to.contain('Connect it again.')
    await visit(id)
    expect(await shown()).not.to.have.property('auth_detail')
    expect(await called()).to.include({ ok: true })
  })

  const failures: [string, (back: URL) => unknown, RegExp][] = [
    ['a code that has expired', () => lateCode(), /took too long, or was used already\. Connect it again\./],
    ['another issuer', (back) => back.searchParams.set('iss', 'https://evil.example'), /no valid sign-in/],
  ]
  for (const [what, change, detail] of failures) {
    it(`leads back to the connector, which says what to do, after ${what}`, async () => {
      const other = await connector(`crm${what.length}`)
      server.code_lifetime = 1
      const { first } = await visit(other, change).finally(() => (server.code_lifetime = 60))
      expect([first.status, first.headers.get('location')]).to.deep.equal([303, `/agents/connectors/${other}`])
      const { auth_status, auth_detail } = await shown(other)
      expect(auth_status).to.equal('failed')
      expect(auth_detail).to.match(detail)
    })
  }

  /** The code was issued before this, and lasts a second. */
  async function lateCode() {
    const issued = Date.now()
    await until('the end of the code', async () => (Date.now() > issued + 1_100 ? true : undefined))
  }

  it('tells a person whose visit is over so, on a page that leads back, and changes nothing', async () => {
    const { comeBack } = await visit(id)
    const again = await comeBack()
    expect(again.status).to.equal(424)
    expect(await again.text()).to.contain(`<a href="/agents/connectors/${id}">`)
    expect(await shown()).to.include({ auth_status: 'connected' })
  })

  it('says that a system cannot be reached when somebody connects it', async () => {
    const values = { title: 'Away', prefix: 'away', url: 'http://127.0.0.1:1/mcp', auth: 'oauth' }
    const away = await agents.make('/connectors', values)
    const { body } = await agents.ask('POST', `/connectors/${away}/auth`)
    expect(body).to.include({ code: 'connector_unreachable', status: 424 })
  })

  it('says that an authorization server needs TLS when somebody connects it', async () => {
    const values = {
      title: 'Plain',
      prefix: 'plain',
      url: server.api,
      auth: 'oauth',
      issuer: 'http://login.example.org',
    }
    const plain = await agents.make('/connectors', values)
    const { body } = await agents.ask('POST', `/connectors/${plain}/auth`)
    expect(body).to.include({ code: 'connector_auth_failed', status: 424 })
    expect(body.detail).to.contain('[http://login.example.org] must be reached by https')
  })
})
