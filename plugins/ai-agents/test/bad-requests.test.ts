import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'

describe('Bad requests to agents', () => {
  let agents: AgentsHost
  before(async () => (agents = await openAgents()))
  after(() => agents.host.close())

  const refused: [string, string, object, number][] = [
    ['a message without text', '/conversations/none/messages', {}, 422],
    ['a message with a history', '/conversations/none/messages', { text: 'Hi', messages: [] }, 422],
    ['a message to nobody', '/conversations/none/messages', { text: 'Hi' }, 404],
    ['a conversation with an unknown agent', '/conversations', { agent_id: 999_999 }, 404],
    ['the end of an unknown answer', '/conversations/none/cancel', {}, 404],
    ['an unknown approval', '/approvals/none/approve', {}, 404],
    ['an approval with unknown members', '/approvals/none/approve', { force: true }, 422],
    ['an unknown credential', '/credentials/999999/test', {}, 404],
    ['a credential that is no number', '/credentials/none/test', {}, 404],
  ]
  for (const [what, path, json, status] of refused) {
    it(`are refused with a clear error: ${what}`, async () => {
      const answer = await agents.ask('POST', path, json)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(status)
      expect(answer.body.detail).to.be.a('string')
    })
  }
})
