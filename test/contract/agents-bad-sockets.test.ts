import { expect } from 'chai'
import { type AgentsHost, fresh, openAgents } from '../../plugins/ai-agents/test/agents-host.ts'
import { Tab, textOf } from '../../plugins/ai-agents/test/chat-client.ts'
import { ProviderServer } from '../../plugins/ai-agents/test/provider-server.ts'
import { openSocket, refusal, type TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'

const ANSWER = Array.from({ length: 60 }, (_, at) => `w${at} `)
const NEEDED = ['ai-agents.chat.send', 'ai-agents.conversations.view', 'ai-agents.conversations.create']

/** More messages than a connection may send at once. */
const ROUND = 1_500

/** Most are refused without work, so that also a slow machine gets them faster than the limit allows. */
function sendRound(socket: TestSocket): void {
  for (let count = 0; count < ROUND; count += 1) {
    const type = count % 10 === 0 ? 'chat.history' : 'chat.nothing'
    socket.send({ namespace: 'ai-agents', type, id: `${count}`, payload: { conversation_id: 'nobody' } })
  }
}

describe('A chat beside WebSockets that misbehave', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  let agent_id: number
  let url: string
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['template'] })
    const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
    agent_id = await agents.agent({ credential_id, model: 'small' })
    url = `${agents.host.url.replace('http', 'ws')}/api/v1/ws?namespace=ai-agents`
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const open = (token = agents.host.token) => openSocket(url, bearer(token))

  /** An answer under way in a tab, from which the socket that misbehaves has to be kept away. */
  async function underWay(follower?: TestSocket): Promise<Tab> {
    provider.play({ text: ANSWER, pause: 20 })
    const tab = await Tab.open(agents)
    const { payload } = await tab.ask('chat.send', { agent_id, text: 'Count' })
    const { conversation_id } = payload
    await follower?.ask({ type: 'chat.resume', payload: { conversation_id, last_seq: 0 } })
    return tab
  }
  async function isWhole(tab: Tab): Promise<void> {
    await tab.see('chat.done')
    expect(textOf(tab.frames)).to.equal(ANSWER.join(''))
    expect(tab.frames.map(({ payload }) => payload.seq)).to.deep.equal(tab.frames.map((_, at) => at + 1))
    tab.close()
  }

  it('goes on while one sends what is no message, or none of this chat, and each is answered', async () => {
    const bad = await open()
    const tab = await underWay(bad)
    const sent: [message: object | string | Buffer, code: string][] = [
      ['hello', 'message_malformed'],
      ['[]', 'message_malformed'],
      [Buffer.from([0, 255, 1]), 'message_malformed'],
      [{ namespace: 'ai-agents', type: 7 }, 'message_malformed'],
      [{ namespace: 'ai-agent', type: 'chat.send', payload: {} }, 'namespace_unknown'],
      [{ namespace: 'ai-agents', type: 'chat.done', payload: { conversation_id: 'x', seq: 1 } }, 'message_unknown'],
      [{ namespace: 'ai-agents', type: 'chat.send', payload: [] }, 'validation_failed'],
      [
        { namespace: 'ai-agents', type: 'chat.resume', payload: { conversation_id: 'x', last_seq: -1 } },
        'validation_failed',
      ],
      [
        { namespace: 'ai-agents', type: 'chat.send', payload: { agent_id, text: 'x'.repeat(200_000) } },
        'validation_failed',
      ],
    ]
    for (const [at, [message, code]] of sent.entries()) {
      bad.send(message)
      const answers = () => bad.frames.filter(({ type }) => type === 'error')
      await until(`an answer to ${JSON.stringify(message).slice(0, 80)}`, () => answers().length === at + 1)
      expect(answers()[at]?.payload.code, JSON.stringify(answers()[at])).to.equal(code)
      expect(answers()[at]?.payload.detail).to.be.a('string')
    }
    await isWhole(tab)
    bad.socket.terminate()
  })

  it('goes on while one sends a message of more than 1 MB, which closes only that one', async () => {
    const bad = await open()
    const tab = await underWay(bad)
    bad.send({ namespace: 'ai-agents', type: 'chat.send', payload: { agent_id, text: 'x'.repeat(2 ** 20) } })
    expect(await bad.closed).to.equal(1009)
    await isWhole(tab)
  })

  it('goes on while one floods it, which is refused and may come back', async () => {
    const bad = await open()
    const tab = await underWay(bad)
    const answers = () => bad.frames.filter(({ type }) => type === 'error')
    const isRefused = () => answers().some(({ payload }) => payload.code === 'too_many_requests')
    // A machine that takes longer than the limit allows for one round gets another: only what comes too fast is refused.
    for (let sent = 0; !isRefused(); sent += ROUND) {
      sendRound(bad)
      await until('an answer to each', () => answers().length === sent + ROUND)
    }
    const codes = new Set(answers().map(({ payload }) => payload.code))
    expect([...codes].sort()).to.deep.equal(['message_unknown', 'record_not_found', 'too_many_requests'])
    await isWhole(tab)
    bad.socket.terminate()
    const back = await open()
    const answer = await back.ask({ type: 'chat.history', payload: { conversation_id: 'nobody' } })
    expect(answer.payload.code).to.equal('record_not_found')
    back.socket.terminate()
  })

  it('goes on while one does not read, which gets everything once it reads, or resumes', async () => {
    const slow = await open()
    const tab = await underWay(slow)
    slow.socket.pause()
    await isWhole(tab)
    slow.socket.resume()
    const done = await slow.frame('chat.done')
    const told = slow.frames.filter(({ type }) => type === 'chat.delta').map(({ payload }) => String(payload.text))
    expect(told.join('')).to.equal(ANSWER.join(''))
    expect(done.payload.seq).to.equal(tab.frames.at(-1)?.payload.seq)
    slow.socket.terminate()
  })

  it('is closed to those without an identity', async () => {
    for (const options of [{}, bearer('nobody')]) {
      const { status, body } = await refusal(url, options)
      expect([status, body.code]).to.deep.equal([401, 'unauthenticated'])
    }
  })

  it('ends for somebody whose token is revoked in the middle: no more frames, no more steps, no more tools', async () => {
    const { token, revoke } = await somebody()
    const person = await open(token)
    // The second step would create an item at once.
    const rules = [{ tool: 'template_create_item', policy: 'allow' }]
    await agents.ask('PATCH', `/agents/${agent_id}`, { tools: rules })
    provider.play({
      text: ANSWER,
      pause: 20,
      calls: [{ name: 'template_create_item', arguments: '{"name":"Late","price":1}' }],
    })
    const sent = await person.ask({ type: 'chat.send', payload: { agent_id, text: 'Count' } })
    await person.frame('chat.delta')
    await revoke()
    expect(await person.closed).to.equal(4401)
    expect((await refusal(url, bearer(token))).status).to.equal(401)
    const to = `/conversations/${String(sent.payload.conversation_id)}`
    const { messages } = await until('the end of the answer', async () => {
      const { body } = await agents.ask<{ status: string; messages: { role: string }[] }>('GET', to)
      return body.status === 'idle' ? body : undefined
    })
    expect(messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant'])
    expect((await agents.ask<object[]>('GET', '/api/v1/template/items?q=Late')).body).to.deep.equal([])
  })

  /** A person who may chat and use items, and how to take it all away. */
  async function somebody(): Promise<{ token: string; revoke: () => Promise<void> }> {
    const make = async (what: string, values: object) =>
      (await agents.ask('POST', `/api/v1/platform/${what}`, values)).body
    const name = fresh('guest').replace(' ', '-')
    const permissions = [...NEEDED, 'template.items.*']
    const role = await make('roles', { name, label: name, permissions })
    const user = await make('users', { name, kind: 'service', roles: [role.id] })
    const { id, secret } = await make('tokens', { name, user_id: user.id, permissions })
    const revoke = async () => {
      const answer = await agents.ask('POST', `/api/v1/platform/tokens/${String(id)}/revoke`)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    }
    return { token: String(secret), revoke }
  }
})
