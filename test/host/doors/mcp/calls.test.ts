import { ApiError, type Tools, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { AGENTS, type Agent, type ToolAnswer } from '../../../helpers/connect-agent.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { shop } from './shop.ts'
import { type AgentServer, startAgents } from './start-agents.ts'

const text = ({ content }: ToolAnswer) => (content as { text: string }[])[0]?.text ?? ''

const bolt = { id: 1, name: 'Bolt', status: 'active', price: 100, cost: 40 }

/** Tools that return records of the plugin in their own shapes. */
function valuing(tools: Tools): void {
  const options = { input: Type.Object({}), permission: 'shop.stock.view' }
  tools
    .add('value', { ...options, description: 'Value.' }, () => ({ rows: [bolt], ...bolt }))
    .add('value_all', { ...options, description: 'Value all.' }, () => Array.from({ length: 200_000 }, () => bolt))
    .add('revalue', { ...options, description: 'Revalue.' }, () => {
      throw new ApiError('version_mismatch', { detail: 'It was changed.', current: bolt })
    })
}

describe('A tool call', () => {
  let server: AgentServer
  before(async () => {
    server = await startAgents()
    server.publish(shop({ tools: valuing }))
  })

  for (const kind of AGENTS) {
    describe(`by the client [${kind}]`, () => {
      let agent: Agent
      let clerk: Agent
      before(async () => {
        agent = await server.connect(kind)
        clerk = await server.connect(kind, 'clerk')
      })

      it('returns the answer of the operation, structured and as text', async () => {
        const answer = await agent.call('shop_get_item', { item_id: 1 })
        expect(answer.structuredContent).to.deep.equal(bolt)
        expect(JSON.parse(text(answer))).to.deep.equal(bolt)
      })

      it('returns no field that the caller may not see, structured or as text', async () => {
        for (const tool of ['shop_get_newest', 'shop_list_items', 'shop_get_item', 'shop_value', 'shop_revalue']) {
          const given = tool === 'shop_get_newest' ? { limit: 2 } : tool === 'shop_get_item' ? { item_id: 1 } : {}
          expect(JSON.stringify(await clerk.call(tool, given)), tool)
            .to.contain('Bolt')
            .and.not.to.contain('cost')
          expect(JSON.stringify(await agent.call(tool, given)), tool).to.contain('cost')
        }
      })

      it('is refused if it returns more than an agent can read', async () => {
        const answer = await agent.call('shop_value_all', {})
        expect(answer.isError).to.equal(true)
        expect(text(answer)).to.contain('[shop_value_all] returned far more than an agent can read.')
      })

      it('returns a list as an object with the total number of records', async () => {
        const page = await agent.call('shop_list_items', { _limit: 1, _sort: 'name', _order: 'desc', price_gte: 50 })
        expect(page.structuredContent).to.deep.include({ total: 2 })
        expect(page.structuredContent).to.have.nested.property('items[0].name', 'Nut')
        expect((await agent.call('shop_get_newest', { limit: 2 })).structuredContent).to.have.property('total', 3)
        const { structuredContent } = await agent.call('shop_list_report')
        expect(structuredContent).to.deep.equal({ items: ['a', 'b'], total: 2 })
        expect((await agent.call('shop_get_count')).structuredContent).to.deep.equal({ result: 3 })
      })

      it('accepts lists as filters, and all other list parameters', async () => {
        const { structuredContent } = await agent.call('shop_list_items', {
          status: ['active'],
          name_ne: 'Bolt',
          q: 'w',
        })
        expect(structuredContent).to.have.nested.property('items[0].name', 'Washer')
        expect(text(await agent.call('shop_list_items', { colour: 'red' }))).to.match(
          /^query_unknown \(400\): .*\[colour\]/,
        )
      })

      it('can change a record, and the audit row states that an agent did it', async () => {
        const { structuredContent } = await agent.call('shop_create_item', { name: `Screw of ${kind}`, price: 7 })
        expect(structuredContent).to.include({ name: `Screw of ${kind}`, status: 'draft' })
        const rows = await server.database
          .knex('platform_audit')
          .select<{ operation: string; origin: string; caller_id: string }[]>('operation', 'origin', 'caller_id')
        expect(rows.at(-1)).to.deep.equal({
          operation: 'POST /api/v1/shop/items',
          origin: 'agent',
          caller_id: 'operator',
        })
        expect(rows.map(({ operation }) => operation)).not.to.include('POST /api/v1/mcp')
      })

      it('names the invalid arguments and a remedy', async () => {
        const answer = await agent.call('shop_create_item', { nam: 'Screw', price: 'much' })
        expect(answer.isError).to.equal(true)
        expect(text(answer)).to.match(/^validation_failed \(422\): /)
        expect(text(answer)).to.contain('[name]: Required').and.to.contain('did you mean [name]?')
        expect(text(answer)).to.contain('What to do: ')
        expect(text(await agent.call('shop_get_item'))).to.contain('[item_id]: Required')
        expect(text(await agent.call('shop_get_item', { item_id: 1, item_ids: 2 }))).to.contain(
          'did you mean [item_id]?',
        )
        expect(text(await agent.call('shop_count_stock', { shelf: 0, units: 'kg' })))
          .to.contain('[shelf]: At least 1')
          .and.to.contain('did you mean [unit]?')
      })

      it('carries the field errors, as text and structured, all of them and not only the first few', async () => {
        const wrong = { nam: 'Screw', price: 'much', a1: 1, a2: 1, a3: 1, a4: 1 }
        const answer = await agent.call('shop_create_item', wrong)
        const { errors, ...rest } = answer.structuredContent as { errors: Record<string, string> }
        expect(errors).to.have.all.keys('name', ...Object.keys(wrong))
        expect(errors.name).to.equal('Required')
        expect(text(answer)).to.contain(`\nerrors: ${JSON.stringify(errors)}\n`)
        expect(rest).to.deep.include({ code: 'validation_failed', status: 422, retryable: false })
        expect(rest).to.have.all.keys('code', 'status', 'message', 'fix', 'retryable', 'request_id')
        const refused = await agent.call('shop_sell', { item_id: '1' })
        expect(refused.structuredContent).to.deep.include({ code: 'out_of_stock', allowed: ['order'] })
      })

      it('carries them only as text where a tool has an output schema, which clients compare with errors too', async () => {
        const described = await server.connect(kind, 'operator', '?output_schemas=true')
        await described.tools()
        const answer = await described.call('shop_create_item', { name: 'Screw', price: 'much' })
        expect([answer.isError, answer.structuredContent]).to.deep.equal([true, undefined])
        expect(text(answer)).to.match(/\nerrors: \{"price":"[^"]+"\}\n/)
      })

      it('returns the refusal of a plugin, with its own code', async () => {
        const answer = await agent.call('shop_sell', { item_id: '1' })
        expect(answer.isError).to.equal(true)
        expect(text(answer)).to.equal('out_of_stock (409): There is no [Bolt] left.\nPossible from here: order.')
        expect(text(await agent.call('shop_get_item', { item_id: 99 }))).to.match(/^record_not_found \(404\): /)
      })

      it('names the permission that the caller lacks', async () => {
        const answer = await clerk.call('shop_delete_item', { item_id: 1 })
        expect(answer.isError).to.equal(true)
        expect(text(answer)).to.match(/^permission_denied \(403\): .*\[shop\.items\.delete\]/)
        const own = await (await server.connect(kind, 'stranger')).call('shop_greet')
        expect(text(own)).to.match(/^permission_denied \(403\): .*\[shop\.stock\.view\]/)
      })

      it('withholds the fields that the caller may not see', async () => {
        const { structuredContent } = await clerk.call('shop_get_item', { item_id: 1 })
        expect(structuredContent).to.deep.equal({ id: 1, name: 'Bolt', status: 'active', price: 100 })
      })

      it('runs the tool’s own handler on behalf of the caller', async () => {
        const { structuredContent } = await agent.call('shop_count_stock', { shelf: 2 })
        expect(structuredContent).to.deep.equal({ count: 20 })
        const answer = await clerk.call('shop_greet')
        expect([text(answer), answer.structuredContent]).to.deep.equal(['Hello, clerk.', undefined])
        expect((await agent.call('shop_draw')).content).to.deep.equal([
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        ])
      })

      it('reports progress to clients that request it', async () => {
        const told: object[] = []
        const answer = await agent.call('shop_pack', {}, { onprogress: (progress) => void told.push(progress) })
        expect(text(answer)).to.equal('packed')
        expect(told).to.deep.equal([
          { progress: 1, total: 2, message: 'wrapped' },
          { progress: 2, total: 2 },
        ])
        expect(text(await agent.call('shop_pack'))).to.equal('packed')
      })

      it('reports only the request id of an internal error', async () => {
        const before = server.logged.length
        const answer = await agent.call('shop_break')
        expect(answer.isError).to.equal(true)
        expect(text(answer))
          .to.match(/^internal_error \(500\): /)
          .and.not.to.contain('1234')
        const [, request] = /Request: (\S+)$/.exec(text(answer)) ?? []
        const line = server.logged.slice(before).find((each) => each.request_id === request)
        expect(line).to.deep.include({ tool: 'shop_break', code: 'internal_error' })
        expect(text(await agent.call('shop_lie'))).to.match(/^response_invalid \(500\): .*TOOL shop_lie/)
      })

      it('of an unknown tool yields a protocol error', async () => {
        const error = await rejection(agent.call('shop_create_items'))
        expect(error.message).to.contain('There is no tool [shop_create_items]. Did you mean [shop_create_item]?')
        expect(error.message).to.contain('`search_tools`')
      })

      it('of an unknown tool through call_tool says that, with names that are near and how to find others', async () => {
        const told = async (name: string, as = agent) => text(await as.call('call_tool', { name }))
        const typed = await told('shop_create_itm')
        expect(typed).to.match(/^tool_unknown \(404\): There is no tool \[shop_create_itm\]\. Did you mean/)
        expect(typed).to.contain('[shop_create_item]').and.to.contain('`search_tools`')
        expect(typed).not.to.match(/record/)
        expect(await told('list_items')).to.contain('[shop_list_items]')
        expect(await told('shop_create_itm', clerk)).not.to.contain('[shop_create_item]')
        expect(await told('zebra')).to.contain('There is no tool [zebra]. Find tools')
      })
    })
  }
})
