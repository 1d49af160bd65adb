import { type Routes, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { declareOperation } from '../../../../host/core/operations/index.ts'
import type { Operation } from '../../../../host/core/registries/index.ts'
import { AGENTS, type ToolAnswer } from '../../../helpers/connect-agent.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { shop } from './shop.ts'
import { type AgentServer, startAgents } from './start-agents.ts'

/** More routes than fit in a list of 12,000 tokens: 90 to read and 90 to delete. */
function many(routes: Routes): void {
  for (let number = 0; number < 90; number++) {
    const name = `shelf-${String(number).padStart(2, '0')}`
    const query = Type.Object({ aisle: Type.Integer({ description: 'The aisle of the warehouse. '.repeat(8) }) })
    routes.get(`/${name}`, { permission: 'shop.items.view', query, summary: `Read the ${name}` }, () => number)
    routes.delete(
      `/${name}`,
      { permission: 'shop.items.delete', query, summary: `Tear down the ${name}` },
      () => number,
    )
  }
}

/** An operation of the platform’s own administration. */
function administration(): Operation[] {
  const { routes, declarations } = collect_routes()
  routes.get('/state', { permission: 'plugins.state.view', response: Type.Integer() }, () => 7)
  return declarations.map((declaration) => declareOperation('plugins', declaration))
}

/** Reads of another plugin that almost fill a list of 12,000 tokens alone, and whose names come first. */
function attic(): Operation[] {
  const { routes, declarations } = collect_routes()
  const query = Type.Object({ box: Type.Integer({ description: 'The box in the attic. '.repeat(14) }) })
  for (let number = 10; number < 70; number++)
    routes.get(`/shelf-${number}`, { permission: 'attic.shelves.view', query, summary: 'Read it' }, () => number)
  return declarations.map((declaration) => declareOperation('attic', declaration))
}

const text = ({ content }: ToolAnswer) => (content as { text: string }[])[0]?.text ?? ''

interface Found {
  readonly tools: readonly { name: string; description: string; input_schema: { properties: object } }[]
  readonly total: number
  readonly toolsets?: readonly string[]
}

describe('The toolsets of an agent', () => {
  let server: AgentServer
  before(async () => {
    server = await startAgents()
    server.registries.publishOperations('plugins', administration())
  })
  beforeEach(() => server.publish(shop()))

  const namesFor = async (query: string, kind: (typeof AGENTS)[number] = 'pinned') => [
    ...(await (await server.connect(kind, 'operator', query)).tools()).keys(),
  ]

  for (const kind of AGENTS) {
    describe(`with the client [${kind}]`, () => {
      it('are those in the address of the endpoint; administration is only there when asked for', async () => {
        expect(await namesFor('', kind))
          .to.include('shop_get_item')
          .and.not.to.include('plugins_get_state')
        expect(await namesFor('?toolsets=admin', kind)).to.deep.equal(['plugins_get_state'])
        expect(await namesFor('?toolsets=shop,admin', kind)).to.include.members(['shop_get_item', 'plugins_get_state'])
        expect(await namesFor('?toolsets=all', kind)).to.include.members(['shop_get_item', 'plugins_get_state'])
      })

      it('that are misspelt are refused when a client lists its tools', async () => {
        const agent = await server.connect(kind, 'operator', '?toolsets=shpo')
        const { message } = await rejection(agent.tools())
        expect(message).to.contain('There is no toolset [shpo] now').and.to.contain('Did you mean [shop]?')
      })

      it('leave the tools of all others unknown', async () => {
        const agent = await server.connect(kind)
        const error = await rejection(agent.call('plugins_get_state'))
        expect(error.message).to.contain('There is no tool [plugins_get_state].')
        const own = await agent.call('call_tool', { name: 'plugins_get_state' })
        expect([own.isError, text(own)]).to.satisfy(
          ([isError, said]: [boolean, string]) => isError && said.includes('404'),
        )
      })

      it('fit in 12,000 tokens by default, and the agent finds the others by search and calls them', async () => {
        server.publish(shop({ routes: many }))
        const agent = await server.connect(kind)
        const tools = await agent.tools()
        expect(JSON.stringify([...tools.values()]).length / 4).to.be.lessThan(12_000)
        expect([...tools.keys()]).to.include.members(['search_tools', 'call_tool', 'shop_sell', 'shop_list_items'])
        expect([...tools.keys()]).not.to.include('shop_delete_shelf_07')
        expect(tools.get('search_tools')?.description).to.match(/not listed: \d+ of shop\./)

        const { structuredContent } = await agent.call('search_tools', { query: 'tear down shelf 07', limit: 3 })
        const found = structuredContent as Found
        expect(found.tools).to.have.length(3)
        expect(found.tools[0]).to.have.property('name', 'shop_delete_shelf_07')
        expect(found.tools[0]?.input_schema.properties).to.have.key('aisle')
        const called = await agent.call('call_tool', { name: 'shop_delete_shelf_07', arguments: { aisle: 1 } })
        expect(called.structuredContent ?? text(called)).to.satisfy((value: unknown) =>
          JSON.stringify(value).includes('7'),
        )
      })

      it('tell a client that listens when its own tools change, and no other', async () => {
        const own = await server.connect(kind, 'operator', '?toolsets=shop')
        const other = await server.connect(kind, 'operator', '?toolsets=admin')
        await Promise.all([own.tools(), other.tools()])
        server.publish(shop({ routes: many }))
        await until('the change to be told', () => own.told === 1)
        expect(await own.tools())
          .to.include.keys('shop_delete_shelf_07')
          .and.not.to.include.keys('search_tools')
        expect(other.told).to.equal(0)
      })
    })
  }

  it('leave each other room: a large one does not keep the tools of a small one from being listed', async () => {
    server.registries.publishOperations('attic', attic())
    const listed = await namesFor('')
    server.registries.publishOperations('attic', [])
    expect(listed).to.include('search_tools')
    expect(listed).to.include.members(['shop_list_items', 'shop_get_item', 'shop_create_item', 'shop_change_item'])
  })

  it('are listed without output schemas, unless the address asks for them', async () => {
    const listed = async (query: string) =>
      (await (await server.connect('pinned', 'operator', query)).tools()).get('shop_get_item')
    expect(await listed('')).not.to.have.property('outputSchema')
    expect(await listed('?output_schemas=true')).to.have.nested.property('outputSchema.type', 'object')
    const refused = await fetch(`${server.url}/api/v1/mcp?output_schemas=perhaps`, {
      method: 'POST',
      headers: { authorization: 'Bearer operator' },
    })
    expect([refused.status, (await refused.json()) as { detail: string }])
      .to.have.nested.property('[1].detail')
      .that.contains('[output_schemas]')
  })

  it('show a caller only what it may call, in the list and in the search', async () => {
    server.publish(shop({ routes: many }))
    const clerk = await server.connect('pinned', 'clerk')
    const search = async (query: string) => (await clerk.call('search_tools', { query })).structuredContent as Found
    expect((await search('shop_delete_shelf_07')).tools.map(({ name }) => name)).not.to.include('shop_delete_shelf_07')
    const refused = await clerk.call('call_tool', { name: 'shop_delete_shelf_07', arguments: { aisle: 1 } })
    expect(text(refused)).to.match(/^permission_denied \(403\)/)
    expect(await search('submarine')).to.deep.include({ tools: [], total: 0, toolsets: ['shop'] })
  })

  it('are found by their exact name first, and with wrong arguments the search says what is wrong', async () => {
    const agent = await server.connect('pinned')
    const { tools } = (await agent.call('search_tools', { query: 'shop_get_item' })).structuredContent as Found
    expect(tools[0]?.name).to.equal('shop_get_item')
    expect(text(await agent.call('search_tools', {}))).to.contain('[query]: Required')
    expect(text(await agent.call('call_tool', { name: 'shop_get_itm' }))).to.contain('Did you mean [shop_get_item]?')
    expect(text(await agent.call('call_tool', { name: 'call_tool' }))).to.contain('There is no tool [call_tool]')
  })
})
