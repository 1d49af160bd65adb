import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents, pointersOf } from './agents-host.ts'

const CANARY = 'canary-token-7c1d6f0a9b3e4d5f8a21'
const URL = 'https://crm.example.org/mcp'

describe('Connectors', () => {
  let agents: AgentsHost
  before(async () => (agents = await openAgents()))
  after(() => agents.host.close())

  let count = 0
  const values = (more: object = {}) => ({ title: fresh('CRM'), prefix: `crm${++count}`, url: URL, ...more })
  const bearer = (more: object = {}) => values({ auth: 'bearer', secret: CANARY, ...more })

  it('are created with defaults, read, replaced, changed and deleted', async () => {
    const made = await agents.ask('POST', '/connectors', values())
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    expect(made.body).to.include({ kind: 'mcp', auth: 'none', enabled: true, status: 'new', auth_status: 'none' })
    const path = `/connectors/${made.body.id as number}`
    expect((await agents.ask('PATCH', path, { description: 'Customers' })).body).to.include({
      description: 'Customers',
    })
    const replaced = await agents.ask('PUT', path, { ...made.body, enabled: false })
    expect(replaced.body, JSON.stringify(replaced.body)).to.include({ enabled: false })
    expect((await agents.ask('DELETE', path)).status).to.equal(200)
    expect((await agents.ask('GET', path)).status).to.equal(404)
  })

  it('never show their secrets and documents: not in answers, lists, exports, histories and the audit log', async () => {
    const more = { kind: 'http', document: `{"canary":"${CANARY}"}`, client_secret: `${CANARY}-client` }
    const made = await agents.ask('POST', '/connectors', bearer(more))
    expect(made.status, JSON.stringify(made.body)).to.equal(201)
    expect(made.body).to.include({ secret_hint: '••••8a21', client_secret_hint: '••••ient', document_hint: '1 kB' })
    const path = `/connectors/${made.body.id as number}`
    const changed = await agents.ask('PATCH', path, { secret: `${CANARY}-second` })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    const shown = [JSON.stringify([made.body, changed.body])]
    for (const each of ['/connectors', path, `${path}/history`, '/api/v1/platform/audit'])
      shown.push(JSON.stringify((await agents.ask<unknown>('GET', each)).body))
    const csv = await agents.host.request('/api/v1/ai-agents/connectors', { headers: { accept: 'text/csv' } })
    shown.push(await csv.text(), JSON.stringify((await agents.ask('DELETE', path)).body))
    for (const text of shown) expect(text).not.to.contain('canary')
  })

  const moves: [string, object, object, string][] = [
    ['the token, if the address changes', {}, { url: 'https://elsewhere.example.org' }, '/secret'],
    [
      'the client secret, if the authorization server changes',
      { issuer: 'https://login.example.org', client_secret: CANARY },
      { issuer: 'https://elsewhere.example.org' },
      '/client_secret',
    ],
    [
      'the client secret, if the MCP server that names its authorization server changes',
      { auth: 'oauth', secret: undefined, client_secret: CANARY },
      { url: 'https://elsewhere.example.org' },
      '/client_secret',
    ],
  ]
  for (const [what, more, move, pointer] of moves) {
    it(`need ${what}`, async () => {
      const id = await agents.make('/connectors', bearer(more))
      const without = await agents.ask('PATCH', `/connectors/${id}`, move)
      expect(without.status).to.equal(422)
      expect(pointersOf(without.body)).to.deep.equal([pointer])
      const again = { ...move, [pointer.slice(1)]: CANARY }
      expect((await agents.ask('PATCH', `/connectors/${id}`, again)).status).to.equal(200)
    })
  }

  const refused: [string, object, string][] = [
    ['no address', { url: 'crm' }, '/url'],
    ['another protocol', { url: 'file:///etc/passwd' }, '/url'],
    ['an address with a password', { url: 'https://a:b@example.org' }, '/url'],
    ['a prefix that no name of a tool can begin with', { prefix: 'My CRM' }, '/prefix'],
    ['a bearer token that is missing', { auth: 'bearer' }, '/secret'],
    ['a token that would not be sent', { secret: 'abc' }, '/secret'],
    ['a token of two lines', { auth: 'bearer', secret: 'a\nb' }, '/secret'],
    ['an API without a document', { kind: 'http' }, '/document_url'],
    ['an MCP server with a document', { document: '{}' }, '/document'],
    ['an issuer that is no address', { auth: 'oauth', issuer: 'login' }, '/issuer'],
    ['an unknown kind', { kind: 'telepathy' }, '/kind'],
  ]
  for (const [what, more, pointer] of refused) {
    it(`refuse ${what}, naming the field`, async () => {
      const { status, body } = await agents.ask('POST', '/connectors', values(more))
      expect(status, JSON.stringify(body)).to.equal(422)
      expect(pointersOf(body)).to.include(pointer)
    })
  }

  it('keep their prefix and their kind, because rules and approvals name their tools', async () => {
    const id = await agents.make('/connectors', values())
    const { status, body } = await agents.ask('PATCH', `/connectors/${id}`, { prefix: 'other' })
    expect(status).to.equal(422)
    expect(pointersOf(body)).to.deep.equal(['/prefix'])
  })

  it('are not deleted while agents use them, whose names the error lists', async () => {
    const id = await agents.make('/connectors', values())
    const name = fresh('User of it')
    const agent = await agents.agent({ name, connectors: [id] })
    const inUse = await agents.ask('DELETE', `/connectors/${id}`)
    expect(inUse.status).to.equal(409)
    expect(inUse.body).to.include({ code: 'connector_in_use' })
    expect(inUse.body.detail).to.contain(`[${name}]`)
    await agents.ask('DELETE', `/agents/${agent}`)
    expect((await agents.ask('DELETE', `/connectors/${id}`)).status).to.equal(200)
    const unknown = await agents.ask('PATCH', `/agents/${await agents.agent()}`, { connectors: [id] })
    expect(pointersOf(unknown.body)).to.deep.equal(['/connectors/0'])
  })
})
