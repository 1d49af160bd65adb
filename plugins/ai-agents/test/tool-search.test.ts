import { expect } from 'chai'
import { tokensOf, toolsForModel } from '../src/tools/search-tool.ts'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { sendOver, textOf } from './chat-client.ts'
import { ProviderServer } from './provider-server.ts'

interface Sent {
  readonly function: { name: string; description: string; parameters: object }
}

describe('An agent with more tools than fit', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  let credential_id: number
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['clients', 'booking', 'template'] })
    credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  async function begin(context_tokens: number): Promise<string> {
    const agent_id = await agents.agent({ credential_id, model: 'small', context_tokens })
    return (await agents.ask('POST', '/conversations', { agent_id })).body.id as string
  }

  const sentTools = (at: number) => (provider.asked[at]?.body.tools ?? []) as Sent[]
  const namesAt = (at: number) => sentTools(at).map((tool) => tool.function.name)

  /** The tools of these plugins, again and again under other names, up to 500. */
  async function fiveHundred() {
    provider.play({ text: ['Hello.'] })
    await sendOver(agents, await begin(10_000_000), 'Hello')
    const own = sentTools(0).map(({ function: { parameters: input_schema, ...tool } }) => ({ ...tool, input_schema }))
    return Array.from({ length: 500 }, (_, at) => {
      const tool = own[at % own.length]!
      return at < own.length ? tool : { ...tool, name: `${'abcdefgh'[Math.floor(at / own.length)]}${tool.name}` }
    })
  }

  it('gets a search tool, calls what it finds, and keeps the order of its tools', async () => {
    provider.play(
      { calls: [{ name: 'search_tools', arguments: '{"query":"which items are there"}' }] },
      { calls: [{ name: 'template_list_items', arguments: '{}' }] },
      { calls: [{ name: 'search_tools', arguments: '{"query":"free slots of a service"}' }] },
      { text: ['Done.'] },
    )
    const frames = await sendOver(agents, await begin(64_000), 'Look')
    expect(textOf(frames), JSON.stringify(frames)).to.equal('Done.')
    const calls = frames.filter(({ type }) => type === 'chat.tool_call').map(({ payload }) => payload.policy)
    expect(calls).to.deep.equal(['allow', 'allow', 'allow'])
    expect(namesAt(0)).to.deep.equal(['search_tools'])
    expect(namesAt(1)).to.include('template_list_items').and.to.have.length(6)
    expect(namesAt(2)).to.deep.equal(namesAt(1))
    expect(namesAt(3).slice(0, 6)).to.deep.equal(namesAt(1))
    expect(namesAt(3)).to.include('booking_find_slots')
  })

  it('is told in which words to ask: how plugins and connectors name things', async () => {
    const all = await fiveHundred()
    const others = ['billing_list_invoices', 'billing_list_payments', 'stock_list_purchase_orders', 'crm-find_client']
    const names = [...new Set([...all.slice(0, 150).map(({ name }) => name), ...others])]
    const tools = new Map(
      names.map((name) => [name, { ...all[0]!, name, read_only: true, destructive: false, policy: 'allow' as const }]),
    )
    const [search] = toolsForModel(tools, { context_tokens: 32_000, found: [] })
    for (const each of [
      'booking: ',
      'holidays',
      'series',
      'billing: invoices, payments',
      'purchase orders',
      '; crm: find client.',
    ])
      expect(search?.description).to.contain(each)
    expect(search?.description).not.to.contain('changes of')
    for (const context_tokens of [2_000, 32_000, 128_000])
      expect(tokensOf(toolsForModel(tools, { context_tokens, found: [] }))).to.be.at.most(
        Math.min(800, context_tokens / 10),
      )
  })

  it('is told the names of others that fit less, and gets the one that it asks for by its name', async () => {
    provider.play(
      { calls: [{ name: 'search_tools', arguments: '{"query":"an item"}' }] },
      (body) => {
        const { others } = JSON.parse(String(body.messages.at(-1)?.content)) as { others: string[] }
        return { calls: [{ name: 'search_tools', arguments: JSON.stringify({ query: others.at(-1) }) }] }
      },
      { text: ['Done.'] },
    )
    await sendOver(agents, await begin(64_000), 'Look')
    const { others } = JSON.parse(String(provider.asked[1]?.body.messages.at(-1)?.content)) as { others: string[] }
    expect(others).to.have.length(10)
    expect(namesAt(1)).to.have.length(6)
    expect(namesAt(2)[6]).to.equal(others.at(-1))
  })

  it('may say in several ways what it wants, and gets the best tools of each way', async () => {
    const queries = ['the client never came', 'mark a booking as no-show', 'refund a payment']
    provider.play(
      { calls: [{ name: 'search_tools', arguments: JSON.stringify({ queries: [...queries, 7, ''] }) }] },
      { text: ['Done.'] },
    )
    await sendOver(agents, await begin(64_000), 'Look')
    const { tools, others } = JSON.parse(String(provider.asked[1]?.body.messages.at(-1)?.content)) as {
      tools: { name: string }[]
      others: string[]
    }
    expect(tools).to.have.length(8)
    expect(others).to.have.length(10)
    expect(tools.slice(0, 3).map(({ name }) => name)).to.include('booking_no_show_booking')
    expect(new Set([...tools.map(({ name }) => name), ...others])).to.have.property('size', 18)
  })

  it('is told when a search says nothing', async () => {
    provider.play({ calls: [{ name: 'search_tools', arguments: '{"words":1}' }] }, { text: ['Sorry.'] })
    const frames = await sendOver(agents, await begin(32_000), 'Look')
    const result = frames.find(({ type }) => type === 'chat.tool_result')
    expect(String(result?.payload.summary)).to.contain('arguments_malformed')
  })

  it('gives at most a tenth of a context of 128,000 tokens to the definitions of 500 tools, whatever it has found', async () => {
    const all = await fiveHundred()
    expect(all).to.have.length(500)
    const tools = new Map(
      all.map((tool) => [tool.name, { ...tool, read_only: true, destructive: false, policy: 'allow' as const }]),
    )
    expect(tokensOf(all)).to.be.greaterThan(12_800)
    const found = all.map(({ name }) => name)
    for (const names of [[], found.slice(0, 5), found]) {
      const given = toolsForModel(tools, { context_tokens: 128_000, found: names })
      expect(tokensOf(given)).to.be.at.most(12_800)
      expect(given[0]?.name).to.equal('search_tools')
    }
  })
})
