import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { sendOver, textOf } from './chat-client.ts'

describe('The example data of agents', () => {
  let agents: AgentsHost
  before(async () => (agents = await openAgents()))
  after(() => agents.host.close())

  it('has an offline agent, with which one can chat at once', async () => {
    const seeded = await agents.ask('POST', '/api/v1/plugins/ai-agents/seed', { in_production: true })
    expect(seeded.status, JSON.stringify(seeded.body)).to.be.lessThan(300)
    const { body } = await agents.ask<{ id: number; name: string }[]>('GET', '/chat/agents')
    expect(body.map(({ name }) => name)).to.deep.equal(['Offline agent'])
    const begun = await agents.ask('POST', '/conversations', { agent_id: body[0]?.id })
    const frames = await sendOver(agents, begun.body.id as string, 'Who are you?')
    expect(textOf(frames)).to.contain('no language model is connected')
  })
})
