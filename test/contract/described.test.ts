import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import type { Practice } from '../../plugins/booking/test/practice.ts'
import { connectAgent } from '../helpers/connect-agent.ts'
import { lintErrors } from '../helpers/lint-errors.ts'
import { TEMPLATE } from './template-host.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: object
}

/** About, for JSON of this kind. */
const CHARACTERS_PER_TOKEN = 4

type Content = Readonly<Record<string, { readonly example?: unknown }>>

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Operations = Readonly<Record<string, Operation>>

describe('What programs and agents are told of the platform, clients, booking, agents and the template', () => {
  let practice: Practice
  let description: { readonly paths: Readonly<Record<string, Operations>> }
  before(async () => {
    practice = await openPractice({
      panels: [
        { id: 'operations', title: 'Operations' },
        { id: 'agents', title: 'Agents' },
      ],
      plugins: [...['clients', 'booking', 'ai-agents'].map((id) => join(dirname(TEMPLATE), id)), TEMPLATE],
    })
    description = (await practice.ask<typeof description>('GET', '/api/v1/openapi.json')).body
  })
  after(() => practice.host.close())

  it('is all of it', () => {
    const owners = new Set(Object.keys(description.paths).map((path) => path.split('/')[3]))
    expect([...owners]).to.include.members(['clients', 'booking', 'ai-agents', 'template', 'platform'])
  })

  const parameters = () =>
    Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        (operation.parameters ?? []).map((parameter) => ({ operation: `${method} ${path}`, path, ...parameter })),
      ),
    )

  it('has no error by the rules of Redocly', async () => {
    expect(await lintErrors(description)).to.deep.equal([])
  })

  it('has an example for most bodies, and says what is answered as a file', () => {
    const bodies = Object.values(description.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? []),
    )
    expect(bodies.filter((body) => 'example' in body).length / bodies.length).to.be.greaterThan(0.7)
    const answers = (path: string) => description.paths[`/api/v1/${path}`]?.['get']?.responses
    const types = (path: string) => Object.keys(answers(path)?.['200']?.content ?? {})
    expect(types('booking/mails/{id}/message')).to.deep.equal(['message/rfc822'])
    expect(types('clients/documents/{document_id}/content')).to.deep.equal(['*/*'])
    expect(types('booking/feeds/{file}')).to.deep.equal(['text/calendar'])
    expect(answers('booking/feeds/{file}')).to.have.property('304')
  })

  it('names the header Undo of every request that may have it', () => {
    const asked = parameters().filter(({ in: place, name }) => place === 'header' && name === 'Undo')
    expect(asked.map(({ operation }) => operation)).to.include('patch /api/v1/clients/clients/{id}')
    expect(asked.filter(({ operation }) => operation.startsWith('get '))).to.deep.equal([])
  })

  it('describes every parameter of every operation', () => {
    const silent = parameters().filter(({ description }) => !description)
    expect(silent.map(({ operation, name }) => `${operation} ${name}`)).to.deep.equal([])
  })

  it('describes every argument of every tool', async () => {
    const { url, token } = practice.host
    await using agent = await connectAgent('pinned', { url, token, query: '?toolsets=all' })
    const tools = [...(await agent.tools()).values()]
    expect(tools).to.have.length.greaterThan(50)
    const silent = tools.flatMap(({ name, inputSchema }) =>
      Object.entries((inputSchema.properties ?? {}) as Record<string, { description?: string }>)
        .filter(([, { description }]) => !description)
        .map(([argument]) => `${name} ${argument}`),
    )
    expect(silent).to.deep.equal([])
  })

  it('takes at most 12,000 tokens of an agent that asks for no toolsets', async () => {
    await using agent = await connectAgent('pinned', practice.host)
    const tools = [...(await agent.tools()).values()]
    expect(JSON.stringify(tools).length / CHARACTERS_PER_TOKEN).to.be.lessThan(12_000)
    const names = tools.map(({ name }) => name)
    expect(names).to.include.members(['search_tools', 'call_tool', 'booking_find_slots', 'clients_find_client'])
  })

  it('gives each id in a path one type, whatever operation follows', () => {
    const types = new Map<string, Set<string>>()
    for (const { path, name, in: place, schema } of parameters()) {
      if (place !== 'path') continue
      const part = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
      types.set(part, (types.get(part) ?? new Set()).add(JSON.stringify(schema)))
    }
    const mixed = [...types].filter(([, { size }]) => size > 1)
    expect(mixed.map(([part, schemas]) => `${part} ${[...schemas].join(' ')}`)).to.deep.equal([])
  })
})
