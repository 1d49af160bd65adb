import { type Tools, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { AGENTS } from '../../../helpers/connect-agent.ts'
import { until } from '../../../helpers/until.ts'
import { shop } from './shop.ts'
import { type AgentServer, startAgents } from './start-agents.ts'

const input = Type.Object({})
const adding =
  (name: string, permission: string, description = 'Something new.') =>
  (tools: Tools) =>
    tools.add(name, { description, input, permission }, () => `${name} of this generation`)

/** Long enough for an unwanted notification to arrive. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('An agent whose tools change', () => {
  let server: AgentServer
  before(async () => {
    server = await startAgents()
  })
  beforeEach(() => server.publish(shop()))

  for (const kind of AGENTS) {
    describe(`with the client [${kind}]`, () => {
      it('is notified of a reload, and calls the new generation in the same conversation', async () => {
        const agent = await server.connect(kind)
        await agent.tools()
        server.publish(shop({ tools: adding('novelty', 'shop.stock.view') }))
        await until('the change to be told', () => agent.told === 1)
        expect([...(await agent.tools()).keys()]).to.include('shop_novelty')
        expect((await agent.call('shop_novelty')).content).to.deep.equal([
          { type: 'text', text: 'novelty of this generation' },
        ])
      })

      it('is notified once of a burst, and of a changed description', async () => {
        const agent = await server.connect(kind)
        await agent.tools()
        for (const number of [1, 2, 3]) server.publish(shop({ tools: adding(`novelty_${number}`, 'shop.stock.view') }))
        await until('the change to be told', () => agent.told === 1)
        server.publish(shop({ tools: adding('novelty_3', 'shop.stock.view', 'Said better.') }))
        await until('the next change to be told', () => agent.told === 2)
        expect((await agent.tools()).get('shop_novelty_3')?.description).to.equal('Said better.')
      })

      it('is not notified of a reload that changes nothing its caller may call', async () => {
        const clerk = await server.connect(kind, 'clerk')
        const operator = await server.connect(kind)
        await Promise.all([clerk.tools(), operator.tools()])
        server.publish(shop())
        await settled()
        expect([clerk.told, operator.told]).to.deep.equal([0, 0])
        server.publish(shop({ tools: adding('audit', 'shop.audit.view') }))
        await until('the operator to be told', () => operator.told === 1)
        await settled()
        expect(clerk.told).to.equal(0)
      })

      it('immediately loses the tools of a deactivated plugin', async () => {
        const agent = await server.connect(kind)
        expect((await agent.tools()).size).to.be.greaterThan(0)
        server.registries.withdraw('shop')
        expect((await agent.tools()).size).to.equal(0)
        const call = await agent.call('shop_get_count').catch((error: Error) => error)
        expect(call).to.be.instanceOf(Error).with.property('message').that.contains('There is no tool [shop_get_count]')
      })
    })
  }
})
