import { type Routes, type Tools, Type } from '@atrium/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { AGENTS } from '../../../helpers/connect-agent.ts'
import { shop } from './shop.ts'
import { type AgentServer, startAgents } from './start-agents.ts'

const OPERATORS = [
  'shop_break',
  'shop_change_item',
  'shop_count_stock',
  'shop_create_item',
  'shop_delete_item',
  'shop_delete_items',
  'shop_draw',
  'shop_get_count',
  'shop_get_item',
  'shop_get_newest',
  'shop_greet',
  'shop_lie',
  'shop_list_changes_of_item',
  'shop_list_items',
  'shop_list_report',
  'shop_pack',
  'shop_restore_item',
  'shop_sell',
  'shop_stock_items',
]

const OUTPUT = '?output_schemas=true'

describe('The list of tools for an agent', () => {
  let server: AgentServer
  before(async () => {
    server = await startAgents()
    server.publish(shop())
  })

  const tool = async (name: string, as?: string) => {
    const agent = await server.connect('pinned', as, OUTPUT)
    return (await agent.tools()).get(name)
  }

  for (const kind of AGENTS) {
    it(`contains those that its caller may call, by name, for the client [${kind}]`, async () => {
      const operator = await server.connect(kind)
      const clerk = await server.connect(kind, 'clerk')
      const stranger = await server.connect(kind, 'stranger')
      expect([...(await operator.tools()).keys()]).to.deep.equal(OPERATORS)
      expect([...(await clerk.tools()).keys()]).to.deep.equal([
        'shop_break',
        'shop_count_stock',
        'shop_draw',
        'shop_get_item',
        'shop_get_newest',
        'shop_greet',
        'shop_lie',
        'shop_list_changes_of_item',
        'shop_list_items',
        'shop_pack',
      ])
      expect([...(await stranger.tools()).keys()]).to.deep.equal([])
    })
  }

  it('describes what they do and how much care they need', async () => {
    expect(await tool('shop_list_items')).to.deep.include({
      title: 'List items',
      description: 'List items. Answers one page: the records as `items`, and how many match as `total`.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    })
    const hints = async (name: string) => Object.values<unknown>({ ...(await tool(name))?.annotations })
    expect(await hints('shop_create_item')).to.deep.equal([false, false, false])
    expect(await hints('shop_change_item')).to.deep.equal([false, true, false])
    expect(await hints('shop_delete_item')).to.deep.equal([false, true, true])
    expect(await hints('shop_delete_items')).to.deep.equal([false, true, false])
    expect(await hints('shop_sell')).to.deep.equal([false, false, false])
    expect(await hints('shop_stock_items')).to.deep.equal([false, true, false])
    expect(await hints('shop_count_stock')).to.deep.equal([true, false, true])
    expect(await hints('shop_greet')).to.deep.equal([false, true, false])
  })

  it('offers the parts of the list dialect that are useful to agents', async () => {
    const { inputSchema } = (await tool('shop_list_items')) ?? {}
    expect(Object.keys((inputSchema as { properties: object }).properties)).to.have.members([
      ...['q', '_page', '_limit', '_sort', '_order', 'id', 'status', 'name', 'price', 'price_gte', 'price_lte'],
      ...['cost', 'cost_gte', 'cost_lte'],
    ])
  })

  it('hides the fields that a caller may neither see nor set, from inputs and outputs', async () => {
    const seen = async (name: string, as?: string) => JSON.stringify(await tool(name, as))
    expect(await seen('shop_get_item')).to.contain('"cost":{"type":"integer"}')
    expect(await seen('shop_get_item', 'clerk')).not.to.contain('"cost"')
    expect(await seen('shop_list_items', 'clerk')).not.to.match(/"cost(_gte|_lte)?":/)
    expect(await seen('shop_get_item')).not.to.contain('shop.items.cost')
  })

  it('states that amounts of money are in the smallest unit', async () => {
    expect((await tool('shop_create_item'))?.inputSchema).to.have.nested.property(
      'properties.price.description',
      'An amount in the smallest unit of EUR: hundredths where it has them.',
    )
  })

  it('gives them object schemas that any client can compile and any model accepts', async () => {
    const all = await (await server.connect('pinned', 'operator', OUTPUT)).tools()
    for (const { name, inputSchema, outputSchema } of all.values()) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      for (const schema of [inputSchema, ...(outputSchema ? [outputSchema] : [])]) {
        expect(schema.type, name).to.equal('object')
        expect(() => ajv.compile(schema), name).not.to.throw()
      }
      expect(inputSchema, name).not.to.have.any.keys('anyOf', 'oneOf', 'allOf', 'if')
    }
  })

  it('comes in pages if it is long, without repeating a tool', async () => {
    const many = (routes: Routes) => {
      for (let number = 0; number < 450; number++) {
        const options = { permission: 'shop.items.view', query: Type.Object({}) }
        routes.get(`/pages/${String(number).padStart(3, '0')}/`.slice(0, -1) as `/${string}`, options, () => number)
      }
    }
    server.publish(shop({ routes: many }))
    const told = await Promise.all(
      AGENTS.map(async (kind) => [...(await (await server.connect(kind, 'operator', '?toolsets=all')).tools()).keys()]),
    )
    for (const names of told) {
      expect(names).to.have.length(OPERATORS.length + 450)
      expect(names).to.deep.equal([...new Set(names)].sort())
    }
    const page = await server.send(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'not one of ours', _meta: META } },
      { headers: HEADERS },
    )
    expect(await page.json()).to.have.nested.property('error.code', -32_602)
    server.publish(shop())
  })

  it('leaves out only the tools of a plugin whose schema is not JSON, and the log reports it', async () => {
    const big = { type: 'object', properties: { count: { type: 'integer', default: 1n } } }
    const tools = (tools: Tools) =>
      tools.add('spin', { description: 'Spin.', input: Type.Unsafe(big) as never, permission: 'shop.x.view' }, () => 1)
    server.publish(shop({ tools }))
    expect([...(await (await server.connect('pinned')).tools()).keys()]).to.deep.equal(OPERATORS)
    const line = server.logged.find(({ tool }) => tool === 'shop_spin')
    expect(line).to.include({ plugin: 'shop', msg: 'a tool is left out: its schema is not JSON' })
    server.publish(shop())
  })

  it('keeps self-referencing schemas self-contained', async () => {
    const Tree = Type.Cyclic(
      { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) },
      'Node',
    )
    const routes = (routes: Routes) =>
      routes.post('/trees', { body: Type.Object({ tree: Tree }), response: Tree }, () => ({ name: 'a', children: [] }))
    server.publish(shop({ routes }))
    const agent = await server.connect('former', 'operator', OUTPUT)
    const { inputSchema, outputSchema } = (await agent.tools()).get('shop_create_trees') ?? {}
    for (const schema of [inputSchema, outputSchema]) {
      expect(JSON.stringify(schema)).to.contain('"$ref":"#/$defs/Node"').and.not.to.contain('"$ref":"Node"')
    }
    const tree = { name: 'root', children: [{ name: 'leaf', children: [] }] }
    const answer = await agent.call('shop_create_trees', { tree })
    expect(answer.structuredContent).to.deep.equal({ result: { name: 'a', children: [] } })
    server.publish(shop())
  })
})

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const HEADERS = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' }
