import { expect } from 'chai'
import { openAgents } from './agents-host.ts'
import { framesOf } from './chat-client.ts'
import { withinOneDay } from './within-one-day.ts'

describe('What agents use', () => {
  it('stands beside the budgets, for each person by name, and in money where prices are set', async () => {
    const { unused, rows } = await withinOneDay(answerOnce)
    expect(unused.map(({ per, tokens }) => [per, tokens])).to.deep.equal([['Agent', 0]])
    const of = (per: string) => rows.find((row) => row.per === per)
    expect(rows).to.have.length(3)
    expect(of('Person')).to.include({ agent_name: 'Desk', tokens_limit: 1_000_000, cost_limit: 1_000_000 })
    expect(of('Person')?.who).to.equal(of('Conversation')?.who)
    expect(of('Agent')).to.include({ tokens_limit: 100_000, percent: 0 })
    expect(Number(of('Person')?.cost)).to.equal(Number(of('Person')?.tokens))
  })
})

/** What is used of the budgets before and after an answer. */
async function answerOnce() {
  const agents = await openAgents()
  try {
    const budgets = [
      { per: 'person', tokens: 1_000_000, cost: 1_000_000 },
      { per: 'agent', tokens: 100_000 },
      { per: 'conversation', cost: 1_000_000 },
    ]
    const agent_id = await agents.agent({ name: 'Desk', budgets, price_input: 1_000_000, price_output: 1_000_000 })
    const used = async () => (await agents.ask<Record<string, unknown>[]>('GET', '/budgets')).body
    const unused = await used()
    const { body } = await agents.ask('POST', '/conversations', { agent_id })
    await agents.ask('POST', `/conversations/${body.id as string}/messages`, { text: 'Hello' })
    await framesOf(agents, body.id as string, 'chat.done')
    return { unused, rows: await used() }
  } finally {
    await agents.host.close()
  }
}
