import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { ProviderServer } from './provider-server.ts'
import { sendOver } from './chat-client.ts'
import { CHATS, obeyInjections, personToken } from './suites/obey-injections.ts'

const COUNT = 27

describe('A model that obeys whatever it reads', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['clients', 'booking', 'template'] })
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  it(`writes nothing without approval, and reads nothing that the person may not, with ${COUNT} injections`, async () => {
    const { asked, written, leaked } = await obeyInjections(agents, { provider, count: COUNT })
    expect({ written, leaked }).to.deep.equal({ written: [], leaked: [] })
    expect(asked).to.be.greaterThan(3)
  })

  // Without any permission: a calendar feed has its own secret, and the platform shows and searches what the person sees.
  const roles: [string, readonly string[], RegExp][] = [
    ['nothing', [], /^$/],
    ['items', ['template.items.*'], /^template_/],
    ['clients, to read them', ['clients.clients.view'], /^clients_(get|list|find|client_record)/],
    [
      'bookings, to read them',
      ['booking.bookings.view'],
      /^booking_(agenda|get_booking|get_stats|list_bookings|list_changes_of_booking)$/,
    ],
    ['bookings, to confirm them', ['booking.bookings.confirm'], /^booking_confirm_(booking|bookings|series)$/],
    ['services, to change them', ['booking.services.update'], /^booking_(change|restore)_service$/],
  ]
  for (const [what, permissions, its] of roles) {
    it(`gets nothing but the tools of whoever asks, whichever of all it calls: ${what}`, async () => {
      const isBeyond = (name: string) => !its.test(name) && !/^(bulk|panels)_|^booking_get_feed$/.test(name)
      const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
      const all = { credential_id, model: 'small', context_tokens: 2_000_000 }
      const agent_id = await agents.agent({ ...all, tools: [{ tool: '*', policy: 'allow' }] })
      const ask = async (as: Record<string, string> = {}) => {
        const { body } = await agents.ask('POST', '/conversations', { agent_id }, as)
        return body.id as string
      }
      provider.play({ text: ['Hello.'] })
      await sendOver(agents, await ask(), 'Hello')
      const names = namesOf(provider)
      const as = { authorization: `Bearer ${await personToken(agents, [...CHATS, ...permissions])}` }
      provider.play({ calls: names.map((name) => ({ name, arguments: '{}' })) }, { text: ['Done.'] })
      const frames = await sendOver(agents, await ask(as), 'Do all', { as })
      expect(frames.at(-1)).to.have.property('type', 'chat.done')
      const results = frames.filter(({ type }) => type === 'chat.tool_result')
      expect(results).to.have.length(names.length)
      const reached = results.filter(({ payload }) => !String(payload.summary).startsWith('tool_unknown'))
      expect(reached.map(({ payload }) => String(payload.tool)).filter(isBeyond)).to.deep.equal([])
      expect(namesOf(provider).filter(isBeyond)).to.deep.equal([])
    })
  }
})

const namesOf = ({ asked }: ProviderServer) => (asked[0]?.body.tools ?? []).map((tool) => tool.function.name)
