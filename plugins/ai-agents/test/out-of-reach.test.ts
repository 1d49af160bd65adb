import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents, pointersOf } from './agents-host.ts'
import { until } from './chat-client.ts'

const DOCUMENT = JSON.stringify({
  ...{ openapi: '3.0.3', info: { title: 'CRM', version: '1' } },
  paths: { '/clients': { get: { operationId: 'listClients', summary: 'List clients' } } },
})

interface Condition {
  readonly resource: string
  readonly where: string
}

describe('What the conditions of a role do not reach', () => {
  let agents: AgentsHost
  /** A record of each kind in reach, and one that is not. */
  let credentials: { near: number; far: number }
  let connectors: { near: number; far: number }
  /** The only tools of the connectors. */
  let tools: { near: number; far: number }
  before(async () => {
    agents = await openAgents({ others: ['template'] })
    credentials = { near: await agents.credential(), far: await agents.credential() }
    connectors = { near: await connector('near'), far: await connector('far') }
    tools = { near: await toolOf(connectors.near), far: await toolOf(connectors.far) }
  })
  after(() => agents.host.close())

  const connector = (prefix: string) =>
    agents.make('/connectors', {
      ...{ title: `Connector ${prefix}`, kind: 'http', prefix, url: 'http://127.0.0.1:9', document: DOCUMENT },
    })
  const toolOf = async (connector_id: number) => {
    await agents.ask('POST', `/connectors/${connector_id}/refresh`)
    const { body } = await agents.ask<{ id: number }[]>('GET', `/connector-tools?connector_id=${connector_id}`)
    return body[0]?.id ?? 0
  }
  /** Returns how somebody asks whose role may do everything here, within these conditions. */
  const limited = async (conditions: readonly Condition[], fields: readonly object[] = []) => {
    const name = fresh('limited').replace(' ', '-')
    const permissions = ['ai-agents.*']
    const made = async (what: string, json: object) => (await agents.ask('POST', `/api/v1/platform/${what}`, json)).body
    const role = await made('roles', { name, label: name, permissions, conditions, fields })
    const user = await made('users', { name, kind: 'service', roles: [role.id] })
    const { secret } = await made('tokens', { name, user_id: user.id, permissions })
    return <Body = Record<string, unknown>>(method: string, to: string, json?: unknown) =>
      agents.ask<Body>(method, to, json, { authorization: `Bearer ${String(secret)}` })
  }
  const except = (resource: string, id: number | string): Condition => ({ resource, where: `id_ne=${id}` })

  it('is no credential to test or to give an agent, but an agent keeps the one that it has', async () => {
    const ask = await limited([except('ai_agents_credentials', credentials.far)])
    expect((await ask('POST', `/credentials/${credentials.far}/test`)).status).to.equal(404)
    expect((await ask('GET', `/credentials/${credentials.far}/models`)).status).to.equal(404)
    expect((await ask('POST', `/credentials/${credentials.near}/test`)).status).to.equal(200)
    for (const credential_id of [credentials.far, 999_999]) {
      const { status, body } = await ask('POST', '/agents', { name: fresh('Thief'), credential_id })
      expect({ status, pointers: pointersOf(body) }).to.deep.equal({ status: 422, pointers: ['/credential_id'] })
    }
    const id = await agents.agent({ credential_id: credentials.far })
    const renamed = await ask('PATCH', `/agents/${id}`, { description: 'Renamed' })
    expect(renamed.status, JSON.stringify(renamed.body)).to.equal(200)
    const mine = await agents.agent({ credential_id: credentials.near })
    expect((await ask('PATCH', `/agents/${mine}`, { credential_id: credentials.far })).status).to.equal(422)
  })

  it('is no connector to give an agent, but an agent keeps those that it has', async () => {
    const ask = await limited([except('ai_agents_connectors', connectors.far)])
    const given = {
      name: fresh('Thief'),
      credential_id: credentials.near,
      connectors: [connectors.near, connectors.far],
    }
    const refused = await ask('POST', '/agents', given)
    expect({ status: refused.status, pointers: pointersOf(refused.body) }).to.deep.equal({
      status: 422,
      pointers: ['/connectors/1'],
    })
    const id = await agents.agent({ connectors: [connectors.far] })
    const kept = await ask('PATCH', `/agents/${id}`, { connectors: [connectors.near, connectors.far] })
    expect(kept.status, JSON.stringify(kept.body)).to.equal(200)
  })

  it('is no tool to decide on or to name in a rule', async () => {
    const ask = await limited([except('ai_agents_connector_tools', tools.far)])
    for (const how of ['refuse', 'accept'])
      expect((await ask('POST', `/connector-tools/${tools.far}/${how}`)).status, how).to.equal(404)
    expect((await agents.ask('GET', `/connector-tools/${tools.far}`)).body).to.include({ state: 'quarantine' })
    for (const id of [tools.near, tools.far]) await agents.ask('POST', `/connector-tools/${id}/accept`)
    const named = async (asking: typeof ask) =>
      (await asking<{ value: string }[]>('GET', '/tools')).body
        .map(({ value }) => value)
        .filter((each) => each.includes('-'))
    const nears = ['near-*', 'near-list_clients']
    expect(await named(ask)).to.deep.equal(await named(await limited([except('ai_agents_connectors', connectors.far)])))
    expect(await named(ask)).to.have.length(nears.length)
    expect(JSON.stringify((await ask('GET', '/tools')).body)).not.to.include('far-')
  })

  it('is not named by the refusal to delete what it uses', async () => {
    const used = await agents.credential()
    const names = [fresh('Seen'), fresh('Unseen')] as const
    await agents.agent({ name: names[0], credential_id: used })
    const unseen = await agents.agent({ name: names[1], credential_id: used })
    const apart = await limited([except('ai_agents_agents', unseen)])
    const { status, body } = await apart('DELETE', `/credentials/${used}`)
    expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'credential_in_use' })
    expect(body.detail).to.include(`[${names[0]}]`).and.include('1 that you do not see').and.not.include(names[1])
    const nameless = await limited([], [{ resource: 'ai_agents_agents', hidden: ['name'] }])
    expect(String((await nameless('DELETE', `/credentials/${used}`)).body.detail)).not.to.match(/Seen|Unseen/)
  })

  it('is no approval to decide on', async () => {
    const agent_id = await agents.agent({ four_eyes: true })
    const { body: begun } = await agents.ask('POST', '/conversations', { agent_id })
    const text = '/template_create_item {"name":"Washer","price":5}'
    await agents.ask('POST', `/conversations/${String(begun.id)}/messages`, { text })
    const { id } = await until(async () => {
      const { body } = await agents.ask<{ id: string }[]>('GET', `/approvals?conversation_id=${String(begun.id)}`)
      return body[0]
    }, 'approval')
    const ask = await limited([{ resource: 'ai_agents_approvals', where: 'tool=template_delete_item' }])
    for (const how of ['approve', 'reject'])
      expect((await ask('POST', `/approvals/${id}/${how}`)).status, how).to.equal(404)
    expect((await agents.ask('GET', `/approvals/${id}`)).body).to.include({ status: 'pending' })
    expect((await agents.ask('GET', '/api/v1/template/items?q=Washer')).body).to.deep.equal([])
    expect((await (await limited([]))('POST', `/approvals/${id}/reject`)).status).to.equal(200)
  })
})
