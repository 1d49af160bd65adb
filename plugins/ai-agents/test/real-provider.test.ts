import { createLogger } from '@atrium/host/testing'
import { expect } from 'chai'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { type AgentsHost, openAgents } from './agents-host.ts'
import { type Frame, sendOver, textOf } from './chat-client.ts'
import { type Fixture, type MockProvider, startMockProvider } from './mock-provider.ts'

const KEY = 'sk-canary-93b1c07aa5d24e6f8b10'
const LONG = Array.from({ length: 40 }, (_, at) => `Word number ${at}, with an umlaut ä and a smile 🙂.`).join(' ')

const say = (word: string, response: Fixture['response'], options: object = {}): Fixture => ({
  ...{ match: { userMessage: word }, response },
  ...options,
})
const fail = (word: string, status: number, options: object = {}) =>
  say(word, { error: { message: `Refused for ${KEY}`, type: 'some_error' }, status, ...options })

const FIXTURES: readonly Fixture[] = [
  say('plain', { content: LONG }),
  { match: { userMessage: 'search', hasToolResult: true }, response: { content: 'There is none.' } },
  say('search', { content: 'I look.', toolCalls: [{ name: 'template_list_items', arguments: '{"q":"none"}' }] }),
  { match: { userMessage: 'both', hasToolResult: true }, response: { content: 'Two answers.' } },
  say('both', {
    toolCalls: [
      { name: 'template_list_items', arguments: '{"q":"one"}' },
      { name: 'no_such_tool', arguments: '{}' },
    ],
  }),
  { match: { userMessage: 'garbled', hasToolResult: true }, response: { content: 'Sorry.' } },
  say('garbled', { toolCalls: [{ name: 'template_list_items', arguments: '{"q":' }] }),
  say('long', { content: 'It goes on and', finishReason: 'length' }),
  say('reasons', { content: 'So be it.', reasoning: 'Let me think.' }),
  fail('bad key', 401),
  fail('forbidden', 403),
  fail('unknown model', 404),
  fail('too large', 400),
  fail('busy', 429, { retryAfter: 7 }),
  fail('broken server', 500),
  fail('overloaded', 529),
  say('cut', { content: LONG }, { truncateAfterChunks: 5, latency: 20 }),
  say('endless', { content: LONG.repeat(20) }),
  say('dropped', { content: LONG }, { chaos: { disconnectRate: 1 } }),
  say('malformed', { content: LONG }, { chaos: { malformedRate: 1 } }),
  say('slow', { content: 'Slow but sure.' }, { latency: 250, chunkSize: 4 }),
  say('silent', { content: 'Too late.' }, { latency: 20_000 }),
]

const FAILURES: readonly [what: string, code: string][] = [
  ['bad key', 'provider_refused_key'],
  ['forbidden', 'provider_refused_key'],
  ['unknown model', 'provider_model_unknown'],
  ['too large', 'provider_refused'],
  ['busy', 'provider_busy'],
  ['broken server', 'provider_failed'],
  ['overloaded', 'provider_failed'],
  ['cut', 'provider_answer_broken'],
  ['dropped', 'provider_unreachable'],
  ['malformed', 'provider_answer_broken'],
  ['silent', 'provider_answer_broken'],
  ['endless', 'provider_answer_broken'],
]

describe('A chat with a server that others wrote', () => {
  let provider: MockProvider
  let agents: AgentsHost
  let logged = ''
  before(async () => {
    provider = await startMockProvider(FIXTURES)
    const stream = new PassThrough().on('data', (line: Buffer) => (logged += line.toString()))
    agents = await openAgents({
      log: await createLogger({ level: 'info', pretty: false, stream }),
      others: ['template'],
      settings: { 'ai-agents': { provider_silence_seconds: 6 } },
    })
  })
  after(async () => {
    await agents.host.close()
    await provider[Symbol.asyncDispose]()
  })

  for (const kind of ['openai-compatible', 'openai', 'anthropic']) {
    describe(`as ${kind}`, () => {
      let agent_id: number
      before(async () => {
        const credential_id = await agents.credential({ kind, base_url: provider.url, api_key: KEY })
        agent_id = await agents.agent({
          credential_id,
          model: 'some-model',
          instructions: 'Be brief.',
          max_output_tokens: 1_000,
        })
      })

      async function chat(text: string): Promise<{ id: string; frames: Frame[] }> {
        const id = (await agents.ask('POST', '/conversations', { agent_id })).body.id as string
        return { id, frames: await sendOver(agents, id, text) }
      }

      it('streams text, sends history, and tells what was used', async () => {
        await provider.asked()
        const { id, frames } = await chat('plain')
        expect(textOf(frames), JSON.stringify(frames.at(-1))).to.equal(LONG)
        const { usage } = frames.at(-1)?.payload as unknown as {
          usage: { input_tokens: number; output_tokens: number }
        }
        expect(usage.input_tokens).to.be.greaterThan(0)
        expect(usage.output_tokens).to.be.greaterThan(0)
        expect(textOf(await sendOver(agents, id, 'plain again'))).to.equal(LONG)
        const [first, second] = await provider.asked()
        expect(first?.path).to.equal(kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions')
        const roles = second?.body.messages.map(({ role }) => role).filter((role) => role !== 'system')
        expect(roles).to.deep.equal(['user', 'assistant', 'user'])
        expect(JSON.stringify(first?.body)).to.contain('Be brief.').and.to.contain('template_list_items')
      })

      it('calls tools, and reads what they answered', async () => {
        const { frames } = await chat('search')
        expect(textOf(frames), JSON.stringify(frames)).to.equal('I look.There is none.')
        const result = frames.find(({ type }) => type === 'chat.tool_result')
        expect(result?.payload).to.include({ ok: true, tool: 'template_list_items' })
        expect(frames.at(-1)?.type).to.equal('chat.done')
      })

      it('answers two calls at once, one of them of a tool that does not exist', async () => {
        const { frames } = await chat('both')
        const results = frames.filter(({ type }) => type === 'chat.tool_result')
        expect(results.map(({ payload }) => payload.ok)).to.deep.equal([true, false])
        expect(textOf(frames), JSON.stringify(frames)).to.equal('Two answers.')
      })

      // The server sends `{}` to Anthropic's clients instead.
      if (kind !== 'anthropic')
        it('tells the model when its arguments are no JSON', async () => {
          const { frames } = await chat('garbled')
          const result = frames.find(({ type }) => type === 'chat.tool_result')
          expect(String(result?.payload.summary), JSON.stringify(frames)).to.contain('arguments_malformed')
          expect(textOf(frames)).to.equal('Sorry.')
        })

      it('shows a long answer as far as it goes, and leaves out what a model thinks', async () => {
        expect(textOf((await chat('long')).frames)).to.equal('It goes on and')
        expect(textOf((await chat('reasons')).frames)).to.equal('So be it.')
      })

      it('waits for a slow stream', async () => {
        expect(textOf((await chat('slow')).frames)).to.equal('Slow but sure.')
      })

      for (const [what, code] of FAILURES) {
        it(`ends in a clear error, without the key, and can go on: ${what}`, async () => {
          const { id, frames } = await chat(what)
          const last = frames.at(-1)
          expect(last?.type, JSON.stringify(frames)).to.equal('chat.error')
          expect(last?.payload.code, JSON.stringify(last)).to.equal(code)
          expect(String(last?.payload.detail)).to.match(/\. (Send|Try|An operator|Too many)/)
          if (code === 'provider_busy') expect(last?.payload.retry_after).to.equal(7)
          expect(JSON.stringify([frames, (await agents.ask('GET', `/conversations/${id}`)).body])).not.to.contain(
            'canary',
          )
          expect(textOf(await sendOver(agents, id, 'plain'))).to.equal(LONG)
        })
      }
    })
  }

  it('leaves no part of the key in the log, the database and files', async () => {
    expect(logged).to.contain('msg')
    expect(logged).not.to.contain('canary')
    const files = await readdir(agents.host.dataDir, { recursive: true, withFileTypes: true })
    for (const file of files.filter((each) => each.isFile()))
      expect((await readFile(path.join(file.parentPath, file.name))).includes('canary'), file.name).to.equal(false)
  })
})
