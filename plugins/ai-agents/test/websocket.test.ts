import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { type Frame, Tab, textOf, until } from './chat-client.ts'
import { ProviderServer } from './provider-server.ts'
import { cutConnections } from './suites/cut-connections.ts'

const WORDS = Array.from({ length: 60 }, (_, at) => `w${at} `)

describe('A chat over the WebSocket', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  let agent_id: number
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['template'] })
    const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
    agent_id = await agents.agent({ credential_id, model: 'small' })
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  const plain = (frames: readonly Frame[]) => frames.map(({ type, payload }) => ({ type, payload }))

  it('streams an answer to two tabs, and lets a third one catch up', async () => {
    provider.play({ text: WORDS, pause: 5 })
    const [one, other] = [await Tab.open(agents), await Tab.open(agents)]
    const { payload } = await one.ask('chat.send', { agent_id, text: 'Count' })
    const conversation_id = String(payload.conversation_id)
    await other.ask('chat.resume', { conversation_id, last_seq: 0 })
    await Promise.all([one.see('chat.done'), other.see('chat.done')])
    expect(textOf(one.frames)).to.equal(WORDS.join(''))
    expect(plain(other.frames)).to.deep.equal(plain(one.frames))
    expect(one.frames.map((frame) => frame.payload.seq)).to.deep.equal(one.frames.map((_, at) => at + 1))
    const third = await Tab.open(agents)
    const resumed = await third.ask('chat.resume', { conversation_id, last_seq: 0 })
    expect(resumed.payload.last_seq).to.equal(one.frames.length)
    expect(plain(third.frames)).to.deep.equal(plain(one.frames))
    for (const tab of [one, other, third]) tab.close()
  })

  it('is the same to the byte for whoever comes back, at whichever frame the connection was cut', async () => {
    const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
    const writer = await agents.agent({ credential_id, model: 'small' })
    const { frames, differing } = await cutConnections(agents, { provider, agent_id: writer, every: 4 })
    expect(frames).to.be.greaterThan(10)
    expect(differing).to.deep.equal([])
  })

  it('is cancelled from another tab', async () => {
    provider.play({ text: [...WORDS, ...WORDS, ...WORDS], pause: 20 })
    const [one, other] = [await Tab.open(agents), await Tab.open(agents)]
    const { payload } = await one.ask('chat.send', { agent_id, text: 'Count' })
    await one.see('chat.delta')
    await other.ask('chat.cancel', { conversation_id: payload.conversation_id })
    await one.see('chat.aborted')
    const history = await other.ask('chat.history', { conversation_id: payload.conversation_id })
    expect(history.payload).to.include({ status: 'idle' })
    for (const tab of [one, other]) tab.close()
  })

  it('survives a reload of the plugin in the middle of the answer', async () => {
    provider.play({ text: WORDS, pause: 20 })
    const tab = await Tab.open(agents)
    await tab.ask('chat.send', { agent_id, text: 'Count' })
    await tab.see('chat.delta')
    const reloaded = await agents.ask('POST', '/api/v1/plugins/ai-agents/reload')
    expect(reloaded.status, JSON.stringify(reloaded.body)).to.be.lessThan(300)
    await tab.see('chat.done')
    expect(textOf(tab.frames)).to.equal(WORDS.join(''))
    tab.close()
  })

  it('shows a client that comes in the middle what was said, and the answer under way as frames from its beginning', async () => {
    provider.play({ text: WORDS })
    const [one, other] = [await Tab.open(agents), await Tab.open(agents)]
    const { payload } = await one.ask('chat.send', { agent_id, text: 'Count' })
    const { conversation_id } = payload
    await one.see('chat.done')
    provider.play({ text: WORDS, pause: 10 })
    await one.ask('chat.send', { agent_id, conversation_id, text: 'Again' })
    const begun = one.frames.length
    await until(() => one.frames.slice(begun).find(({ type }) => type === 'chat.delta'), 'second answer')
    const history = await other.ask('chat.history', { conversation_id })
    const { messages, ends, last_seq } = history.payload as { messages: { role: string }[]; ends: []; last_seq: number }
    expect(messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'user'])
    expect(ends).to.have.length(1)
    await other.see('chat.done')
    expect(other.frames[0]).to.deep.include({ type: 'chat.start' })
    expect(other.frames[0]?.payload).to.include({ seq: last_seq + 1, text: 'Again' })
    expect(textOf(other.frames)).to.equal(WORDS.join(''))
    for (const tab of [one, other]) tab.close()
  })

  it('answers only one message of a conversation at a time', async () => {
    provider.play({ text: WORDS, pause: 10 })
    const tab = await Tab.open(agents)
    const { payload } = await tab.ask('chat.send', { agent_id, text: 'Count' })
    const { conversation_id } = payload
    const second = await tab.ask('chat.send', { agent_id, conversation_id, text: 'And again' })
    expect(second.payload).to.include({ code: 'turn_running', status: 409 })
    await tab.see('chat.done')
    tab.close()
  })

  const refused: [string, string, object, string][] = [
    ['an unknown agent', 'chat.send', { agent_id: 999_999, text: 'Hi' }, 'record_not_found'],
    ['an empty text', 'chat.send', { agent_id: 1, text: '' }, 'validation_failed'],
    ['a history of the client', 'chat.send', { agent_id: 1, text: 'Hi', messages: [] }, 'validation_failed'],
    ['an unknown conversation', 'chat.resume', { conversation_id: 'nobody' }, 'record_not_found'],
    ['an unknown approval', 'chat.approve', { approval_id: 'forged' }, 'record_not_found'],
    ['an unknown message', 'chat.obey', {}, 'message_unknown'],
  ]
  for (const [what, type, payload, code] of refused) {
    it(`refuses ${what}`, async () => {
      const tab = await Tab.open(agents)
      const answer = await tab.ask(type, payload)
      expect(answer.payload, JSON.stringify(answer)).to.include({ code })
      tab.close()
    })
  }
})
