import { expect } from 'chai'
import type { ServerResponse } from 'node:http'
import { type AgentsHost, fresh, openAgents } from './agents-host.ts'
import { framesOf } from './chat-client.ts'
import { ExternalSystem } from './external-system.ts'

interface Tool {
  readonly id: number
  readonly tool: string
  readonly name: string
  readonly state: string
  readonly definition: { readonly input_schema: object; readonly annotations: object }
}

const CLIENT = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    note: { type: 'string', nullable: true },
    example: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    friend: { $ref: '#/components/schemas/Client' },
  },
}
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Of the client' }

const document = (more: object = {}) => ({
  ...{ openapi: '3.0.3', info: { title: 'CRM', version: '1' }, components: { schemas: { Client: CLIENT } } },
  paths: {
    '/clients': {
      get: {
        ...{ operationId: 'listClients', summary: 'List clients' },
        parameters: [
          { name: 'q', in: 'query', schema: { type: 'string' } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
      post: {
        operationId: 'addClient',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Client' } } },
        },
        ...more,
      },
    },
    '/clients/{id}': {
      parameters: [ID],
      get: { operationId: 'getClient' },
      delete: {},
    },
    '.evil.example/clients': { get: { operationId: 'elsewhere' } },
    '/photos': {
      post: { operationId: 'upload', requestBody: { required: true, content: { 'image/png': {} } } },
    },
  },
})

describe('The operations of an API as tools', () => {
  const crm = new ExternalSystem()
  let agents: AgentsHost
  let count = 0
  before(async () => {
    await crm.open()
    crm.document = document()
    agents = await openAgents()
  })
  after(async () => {
    await agents.host.close()
    await crm.close()
  })

  const refresh = (id: number) => agents.ask('POST', `/connectors/${id}/refresh`)
  const toolsOf = async (id: number) =>
    (await agents.ask<Tool[]>('GET', `/connector-tools?connector_id=${id}&_sort=tool`)).body

  async function connected(values: object = {}) {
    const prefix = `api${++count}`
    const source = { kind: 'http', url: `${crm.url}/api/`, document_url: `${crm.url}/openapi.json` }
    const id = await agents.make('/connectors', { title: fresh('API'), prefix, ...source, ...values })
    const read = await refresh(id)
    return { id, prefix, read }
  }

  /** Accepts all tools, has an agent call one at once, and returns the result. */
  async function call(text: (prefix: string) => string, values: object = {}, change: object = {}) {
    const { id, prefix } = await connected(values)
    expect((await agents.ask('PATCH', `/connectors/${id}`, change)).status).to.equal(200)
    await agents.ask('POST', `/connectors/${id}/accept`)
    const tools = [{ tool: `${prefix}-*`, policy: 'allow' }]
    const agent_id = await agents.agent({ connectors: [id], tools })
    const begun = await agents.ask('POST', '/conversations', { agent_id })
    crm.asked.length = 0
    await agents.ask('POST', `/conversations/${begun.body.id as string}/messages`, { text: text(prefix) })
    const frames = await framesOf(agents, begun.body.id as string, 'chat.done')
    return frames.find(({ type }) => type === 'chat.tool_result')?.payload as Record<string, unknown>
  }

  it('are read from its document, without those that no agent can call', async () => {
    const { id, prefix, read } = await connected()
    expect(read.status, JSON.stringify(read.body)).to.equal(200)
    const tools = await toolsOf(id)
    expect(tools.map(({ tool, state }) => [tool, state])).to.deep.equal([
      [`${prefix}-add_client`, 'quarantine'],
      [`${prefix}-delete_clients_id`, 'quarantine'],
      [`${prefix}-get_client`, 'quarantine'],
      [`${prefix}-list_clients`, 'quarantine'],
    ])
    const add = tools[0]?.definition
    expect(add?.annotations).to.deep.equal({ readOnlyHint: false, destructiveHint: false })
    expect(add?.input_schema).to.deep.include({
      properties: { body: { $ref: '#/$defs/Client' } },
      required: ['body'],
      $defs: {
        Client: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            note: { type: ['string', 'null'] },
            example: { type: 'integer', exclusiveMinimum: 0 },
            friend: { $ref: '#/$defs/Client' },
          },
        },
      },
    })
  })

  it('are read from a pasted document too', async () => {
    const pasted = { document_url: undefined, document: JSON.stringify({ ...document(), openapi: '3.1.0' }) }
    const { id } = await connected(pasted)
    expect(await toolsOf(id)).to.have.length(4)
  })

  it('send their arguments where the document says, with the token of the connector', async () => {
    crm.answer = ({ body }, response) => void response.end(JSON.stringify({ got: body }))
    const secret = 'canary-4f1d2c9b8a7e6d5c4b3a'
    const added = await call((prefix) => `/${prefix}-add_client {"body":{"name":"Ada"}}`, { auth: 'bearer', secret })
    expect(added).to.deep.include({ ok: true, value: { got: '{"name":"Ada"}' } })
    const [request] = crm.asked
    expect(request).to.include({ method: 'POST', url: '/api/clients', body: '{"name":"Ada"}' })
    expect(request?.headers).to.include({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
    await call((prefix) => `/${prefix}-list_clients {"q":"a b&c","tag":["x","y"]}`)
    expect(crm.asked[0]?.url).to.equal('/api/clients?q=a+b%26c&tag=x&tag=y')
  })

  it('send no token once the connector does not sign in any more', async () => {
    const bearer = { auth: 'bearer', secret: 'canary-4f1d2c9b8a7e6d5c4b3a' }
    await call((prefix) => `/${prefix}-list_clients`, bearer, { auth: 'none' })
    expect(crm.asked.map(({ headers }) => headers.authorization)).to.deep.equal([undefined])
  })

  it('stay below their path: an argument fills one segment', async () => {
    await call((prefix) => `/${prefix}-get_client {"id":"../admin?x=1"}`)
    expect(crm.asked[0]?.url).to.equal('/api/clients/..%2Fadmin%3Fx%3D1')
    const result = await call((prefix) => `/${prefix}-get_client {"id":".."}`)
    expect(result).to.include({ ok: false })
    expect(crm.asked).to.deep.equal([])
  })

  const failures: [string, (response: ServerResponse) => unknown, string, object?][] = [
    ['refuses', (response) => response.writeHead(422).end('{"detail":"No such city"}'), 'No such city'],
    ['fails', (response) => response.writeHead(500).end(), 'answered 500'],
    ['leads elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'redirect'],
    ['answers 5 MB', (response) => response.end('x'.repeat(5_000_000)), 'connector_answer_too_large'],
    ['does not answer', () => undefined, 'tool_timeout', { timeout_seconds: 1 }],
  ]
  for (const [what, answer, told, values] of failures) {
    it(`end in a clear error when the API ${what}`, async () => {
      crm.answer = (_, response) => answer(response)
      const result = await call((prefix) => `/${prefix}-get_client {"id":"7"}`, values)
      expect(result).to.include({ ok: false })
      expect(result.summary).to.contain(told)
      expect(crm.asked).to.have.length(1)
    })
  }

  it('wait for an operator when the document describes them differently', async () => {
    const { id } = await connected()
    await agents.ask('POST', `/connectors/${id}/accept`)
    crm.document = document({ description: 'Adds a client, and deletes the others.' })
    await refresh(id)
    const states = (await toolsOf(id)).map(({ name, state }) => [name, state])
    expect(states).to.deep.include(['addClient', 'changed'])
    expect(states).to.deep.include(['getClient', 'accepted'])
  })

  const refused: [string, string][] = [
    ['no JSON', 'openapi: 3.0.0'],
    ['another version', '{"swagger":"2.0","paths":{}}'],
    ['no paths', '{"openapi":"3.1.0"}'],
  ]
  for (const [what, text] of refused) {
    it(`are not read from a document with ${what}`, async () => {
      const { read } = await connected({ document_url: undefined, document: text })
      expect([read.status, read.body.code]).to.deep.equal([424, 'connector_document_invalid'])
    })
  }
})
