import { expect } from 'chai'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { framesOf, sendOver, textOf } from './chat-client.ts'
import { ProviderServer } from './provider-server.ts'
import { withinOneDay } from './within-one-day.ts'

const KEY = 'sk-canary-93b1c07aa5d24e6f8b10'

/** An event of what a model thinks, which nobody is shown. */
const thought = `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { reasoning_content: 'Hm. '.repeat(250) } }] })}\n\n`

const manyCalls = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: 'template_list_items', arguments: `{"q":"${at}"}` }))

describe('A chat with a provider', () => {
  const provider = new ProviderServer()
  let agents: AgentsHost
  let credential_id: number
  let agent_id: number
  before(async () => {
    await provider.open()
    agents = await openAgents({ others: ['template'] })
    credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url, api_key: KEY })
    agent_id = await agents.agent({ credential_id, model: 'small', instructions: 'Be brief.' })
  })
  after(async () => {
    await agents.host.close()
    await provider.close()
  })

  const begin = async (id = agent_id) =>
    (await agents.ask('POST', '/conversations', { agent_id: id })).body.id as string

  it('sends instructions, history and tools, and streams the answer', async () => {
    provider.play({ text: ['Good ', 'morning', '.'] })
    const id = await begin()
    const frames = await sendOver(agents, id, 'Hello')
    expect(textOf(frames)).to.equal('Good morning.')
    expect(frames.at(-1)?.payload, JSON.stringify(frames)).to.deep.include({
      usage: { input_tokens: 100, output_tokens: 20 },
    })
    const [asked] = provider.asked
    expect(asked?.authorization).to.equal(`Bearer ${KEY}`)
    expect(asked?.body.messages).to.deep.equal([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ])
    expect(asked?.body.tools?.map((tool) => tool.function.name)).to.include('template_list_items')
    await sendOver(agents, id, 'Again')
    expect(provider.asked[1]?.body.messages.map(({ role }) => role)).to.deep.equal([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  it('gives the model what its tools answered', async () => {
    provider.play({ calls: [{ name: 'template_list_items', arguments: '{"q":"none"}' }] }, { text: ['Nothing found.'] })
    const frames = await sendOver(agents, await begin(), 'Search')
    expect(textOf(frames)).to.equal('Nothing found.')
    const last = provider.asked[1]?.body.messages.at(-1)
    expect(last?.role).to.equal('tool')
    expect(String(last?.content)).to.contain('"total":0')
  })

  it('keeps for later readers how a tool was called in the answer', async () => {
    provider.play({ calls: [{ name: 'template_list_items', arguments: '{}' }] }, { text: ['Done.'] })
    const id = await begin()
    const shown = (await sendOver(agents, id, 'Search')).find(({ type }) => type === 'chat.tool_call')
    expect(shown?.payload.title).to.be.a('string')
    const { body } = await agents.ask<{ messages: unknown[] }>('GET', `/conversations/${id}`)
    expect(JSON.stringify(body.messages)).to.contain(`"title":${JSON.stringify(shown?.payload.title)}`)
  })

  it('tells a model that its arguments are no JSON', async () => {
    provider.play({ calls: [{ name: 'template_list_items', arguments: '{"q":' }] }, { text: ['Sorry.'] })
    const frames = await sendOver(agents, await begin(), 'Search')
    const result = frames.find(({ type }) => type === 'chat.tool_result')
    expect(String(result?.payload.summary), JSON.stringify(frames)).to.contain('arguments_malformed')
    expect(textOf(frames)).to.equal('Sorry.')
  })

  const failures: [string, Parameters<ProviderServer['play']>[0], string][] = [
    ['a refused key', { status: 401, body: 'Incorrect API key provided: {key}.' }, 'provider_refused_key'],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' }, body: 'Slow down, {key}' }, 'provider_busy'],
    ['an error of the server', { status: 500, body: 'Oops {key}' }, 'provider_failed'],
    ['an unknown model', { status: 404, body: 'No such model' }, 'provider_model_unknown'],
    ['an answer that is cut off', { text: ['Half ', 'of'], pause: 20, cut: true }, 'provider_answer_broken'],
    ['an error in the middle', { body: `data: {"error":{"message":"Oops ${KEY}"}}\n\n` }, 'provider_answer_broken'],
    ['an answer that is no answer', { body: 'data: {"nonsense":\n\n' }, 'provider_answer_broken'],
    ['an answer without an end', { body: 'data: [DONE]\n\n' }, 'provider_answer_broken'],
    ['a line that does not end', { body: `data: ${'z'.repeat(4_500_000)}` }, 'provider_answer_broken'],
    ['thoughts without an end', { body: thought.repeat(6_000) }, 'provider_answer_broken'],
    ['251 calls at once', { calls: manyCalls(251) }, 'provider_answer_broken'],
  ]
  for (const [what, script, code] of failures) {
    it(`ends in a clear error after ${what}, without the key, and can go on`, async () => {
      provider.play(script)
      const id = await begin()
      const frames = await sendOver(agents, id, 'Hello')
      const last = frames.at(-1)
      expect(last?.type, JSON.stringify(frames)).to.equal('chat.error')
      expect(last?.payload.code, JSON.stringify(last)).to.equal(code)
      if (code === 'provider_busy') expect(last?.payload.retry_after).to.equal(7)
      const detail = await agents.ask('GET', `/conversations/${id}`)
      expect(JSON.stringify([frames, detail.body])).not.to.contain('canary')
      provider.play({ text: ['Better.'] })
      expect(textOf(await sendOver(agents, id, 'Once more'))).to.equal('Better.')
    })
  }

  it('tells when the provider cannot be reached', async () => {
    const gone = await new ProviderServer().open()
    const { url } = gone
    await gone.close()
    const nobody = await agents.credential({ kind: 'openai-compatible', base_url: url, api_key: KEY })
    const id = await begin(await agents.agent({ credential_id: nobody, model: 'small' }))
    const frames = await sendOver(agents, id, 'Hello')
    expect(frames.at(-1)?.payload, JSON.stringify(frames)).to.include({ code: 'provider_unreachable' })
  })

  it('tells staff in plain words, without addresses and messages of the provider', async () => {
    const made = async (what: string, json: object) => (await agents.ask('POST', `/api/v1/platform/${what}`, json)).body
    const permissions = ['ai-agents.chat.send', 'ai-agents.conversations.*']
    const role = await made('roles', { name: 'chatting', label: 'Chatting', permissions })
    const user = await made('users', { name: 'chatting', kind: 'service', roles: [role.id] })
    const { secret } = await made('tokens', { name: 'chatting', user_id: user.id, permissions })
    const as = { authorization: `Bearer ${String(secret)}` }
    const nobody = await agents.credential({ kind: 'openai-compatible', base_url: 'http://127.0.0.1:9', api_key: KEY })
    const unreachable = await agents.agent({ credential_id: nobody, model: 'small', roles: [role.id] })
    const { body } = await agents.ask('POST', '/conversations', { agent_id: unreachable }, as)
    const last = (await sendOver(agents, body.id as string, 'Hello', { as })).at(-1)
    expect(last?.payload, JSON.stringify(last)).to.include({
      code: 'provider_unreachable',
      detail: 'The agent cannot reach its language model at the moment. Try again later, or ask an operator.',
    })
  })

  it('tells which address the operator has to allow, as for Ollama on the same machine', async () => {
    const local = await agents.credential({ kind: 'openai-compatible', base_url: 'http://[::1]:11434/v1' })
    const id = await begin(await agents.agent({ credential_id: local, model: 'small' }))
    const last = (await sendOver(agents, id, 'Hello')).at(-1)
    expect(last?.payload, JSON.stringify(last)).to.include({ code: 'egress_refused' })
    const tested = await agents.ask('POST', `/credentials/${local}/test`)
    for (const { code, detail } of [last!.payload, tested.body]) {
      expect(code).to.equal('egress_refused')
      expect(detail).to.contain('adds [[::1]:11434] to the environment variable [ATRIUM_EGRESS_ALLOW]')
    }
  })

  it('says that an answer broke off, when the connection breaks after its first words', async () => {
    provider.play({ text: ['Half ', 'of'], pause: 20, cut: true })
    const last = (await sendOver(agents, await begin(), 'Hello')).at(-1)
    expect(last?.payload.detail).to.contain('broke off')
  })

  it('says that an answer was too long', async () => {
    provider.play({ body: thought.repeat(6_000) })
    const last = (await sendOver(agents, await begin(), 'Hello')).at(-1)
    expect(last?.payload.detail).to.contain('is much longer than was asked for')
  })

  it('tells a model that its arguments are nested too deeply', async () => {
    const deep = `{"q":${'['.repeat(60)}${']'.repeat(60)}}`
    provider.play({ calls: [{ name: 'template_list_items', arguments: deep }] }, { text: ['Sorry.'] })
    const frames = await sendOver(agents, await begin(), 'Search')
    const result = frames.find(({ type }) => type === 'chat.tool_result')
    expect(String(result?.payload.summary), JSON.stringify(frames)).to.contain('nested more than 50 deep')
    expect(textOf(frames)).to.equal('Sorry.')
  })

  for (const count of [1e15, -1e15, 0.5])
    it(`does not let a provider that counts ${count} tokens use up the budget of everybody`, async () => {
      const budgets = [{ per: 'agent', tokens: 50_000 }]
      const limited = await agents.agent({ credential_id, model: 'small', budgets })
      provider.play({ text: ['Hello.'], usage: () => ({ prompt_tokens: count, completion_tokens: count }) })
      await sendOver(agents, await begin(limited), 'Hello')
      expect(textOf(await sendOver(agents, await begin(limited), 'Again'))).to.equal('Hello.')
      const { body } = await agents.ask<Record<string, number>[]>('GET', `/usage?agent_id=${limited}`)
      for (const use of body)
        for (const tokens of [use.input_tokens, use.output_tokens])
          expect(tokens).to.satisfy(Number.isInteger).and.to.be.greaterThan(0).and.to.be.lessThan(5_000)
    })

  it('stops a model that never stops calling tools', async () => {
    provider.play({ calls: [{ name: 'template_list_items', arguments: '{}' }] })
    const frames = await sendOver(agents, await begin(), 'Loop')
    expect(frames.at(-1)?.payload).to.include({ code: 'steps_exceeded' })
    expect(frames.some(({ payload }) => String(payload.summary).includes('call_repeated'))).to.equal(true)
  })

  it('refuses to go on when a budget is used up, before the provider is asked', async () => {
    const { frames, stats } = await withinOneDay(async () => {
      const budgets = [{ per: 'conversation', tokens: 3_000 }]
      const poor = await agents.agent({
        credential_id,
        model: 'small',
        tools: [{ tool: '*', policy: 'deny' }],
        budgets,
      })
      provider.play({ text: ['Fine.'] })
      const id = await begin(poor)
      for (let turn = 0; turn < 8; turn++) await sendOver(agents, id, 'More')
      const last = await sendOver(agents, id, 'x'.repeat(4_000))
      return { frames: last, stats: (await agents.ask('GET', '/usage/stats')).body }
    })
    expect(frames.at(-1)?.payload).to.include({ code: 'budget_exceeded' })
    expect(frames.at(-1)?.payload.detail).to.match(
      /of this conversation has \d+ of 3000 tokens left, and this step may take up to \d{4} tokens/,
    )
    expect(provider.asked).to.have.length(8)
    expect(stats.tokens_today, JSON.stringify(stats)).to.be.greaterThan(900)
  })

  it('never spends more than a budget, however many chats share it', async () => {
    // One chat fits in, and all of them do not, whether they come at once or one after another.
    const answers = await withinOneDay(async () => {
      const budgets = [{ per: 'agent', tokens: 3_000 }]
      const tools = [{ tool: '*', policy: 'deny' }]
      const shared = await agents.agent({ credential_id, model: 'small', max_output_tokens: 1_000, tools, budgets })
      provider.play({ text: ['Fine.'], pause: 50 })
      const ids = await Promise.all(Array.from({ length: 30 }, () => begin(shared)))
      return Promise.all(ids.map((id) => sendOver(agents, id, 'Hello')))
    })
    const ends = answers.map((frames) => frames.at(-1)?.payload.code ?? 'done')
    expect(new Set(ends)).to.deep.equal(new Set(['done', 'budget_exceeded']))
    expect(ends.filter((end) => end === 'done').length * 120).to.be.at.most(3_000)
    expect(provider.asked).to.have.length(ends.filter((end) => end === 'done').length)
  })

  it('is cancelled at once, also at the provider, long before the answer would end', async () => {
    provider.play({ text: Array.from({ length: 10_000 }, (_, at) => `${at} `), pause: 25 })
    const id = await begin()
    await agents.ask('POST', `/conversations/${id}/messages`, { text: 'Count' })
    await framesOf(agents, id, 'chat.delta')
    expect((await agents.ask('POST', `/conversations/${id}/cancel`)).status).to.equal(200)
    const frames = await framesOf(agents, id, 'chat.aborted')
    expect(frames.at(-1)?.type).to.equal('chat.aborted')
    while (provider.asked[0]?.closedAt === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
    provider.play({ text: ['Here again.'] })
    expect(textOf(await sendOver(agents, id, 'Hello?'))).to.equal('Here again.')
  })

  it('tests a credential, and tells what is wrong without its key', async () => {
    provider.play({})
    const fine = await agents.ask('POST', `/credentials/${credential_id}/test`)
    expect(fine.body, JSON.stringify(fine.body)).to.deep.include({ ok: true, models: ['small', 'large'] })
    provider.play({ status: 401, body: 'Wrong key {key}' })
    const wrong = await agents.ask('POST', `/credentials/${credential_id}/test`)
    expect(wrong.status).to.equal(502)
    expect(wrong.body).to.include({ code: 'provider_refused_key' })
    expect(JSON.stringify(wrong.body)).not.to.contain('canary')
  })
})
