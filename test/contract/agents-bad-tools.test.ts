import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { createLogger } from '../../host/testing/index.ts'
import { type AgentsHost, openAgents } from '../../plugins/ai-agents/test/agents-host.ts'
import { type Frame, framesOf, sendOver, textOf } from '../../plugins/ai-agents/test/chat-client.ts'
import { ProviderServer } from '../../plugins/ai-agents/test/provider-server.ts'
import { until } from '../helpers/until.ts'
import { createPluginDirectory, type PluginDirectory } from '../helpers/plugin-directory.ts'

const CANARY = 'canary-51c0d3b7'

/** Tools and an operation, each of which goes wrong in its own way; `odd_hang_write` may have had an effect. */
const SOURCE = `
import { ApiError, Type } from '@atrium/sdk'
const reads = { permission: 'odd.things.view', read_only: true, input: Type.Object({}) }
const never = () => new Promise(() => undefined)
export const register_routes = (routes) => {
  let tries = 0
  routes.post('/things/break', { permission: 'odd.things.change' }, () => { throw new Error('no') })
  routes.post('/things', { permission: 'odd.things.change' }, () => {
    tries += 1
    if (tries === 1) throw new ApiError('database_busy', { detail: 'The database is busy.' })
    return { tries }
  })
  routes.get('/things', { permission: 'odd.things.view' }, () => { throw new Error('${CANARY} in a route') })
}
export const register_mcp_tools = (tools) => {
  tools
    .operation('list_things', 'GET /things', { description: 'List things.' })
    .add('throw', { ...reads, description: 'Throws.' }, () => { throw new Error('${CANARY} in a tool') })
    .add('throw_nothing', { ...reads, description: 'Throws nothing.' }, () => Promise.reject(undefined))
    .add('hang', { ...reads, description: 'Hangs.', timeout_seconds: 1 }, never)
    .add('answer_5_mb', { ...reads, description: 'Says too much.' }, () => ({ text: 'x'.repeat(5_000_000), end: '${CANARY}' }))
    .add('answer_a_cycle', { ...reads, description: 'Answers no JSON.' }, () => { const it = {}; it.self = it; return it })
    .operation('break_things', 'POST /things/break', { description: 'Break things.' })
    .operation('add_thing', 'POST /things', { description: 'Add a thing.' })
    .add('throw_write', { permission: 'odd.things.change', description: 'Throws.', input: Type.Object({}) }, () => { throw new Error('no') })
    .add('hang_write', { permission: 'odd.things.change', description: 'Hangs.', timeout_seconds: 1, input: Type.Object({}) }, never)
}
`

describe('A chat with tools that misbehave', () => {
  const provider = new ProviderServer()
  let odd: PluginDirectory
  let agents: AgentsHost
  let agent_id: number
  let offline: number
  let logged = ''
  before(async () => {
    await provider.open()
    const manifest = {
      name: 'odd',
      version: '1.0.0',
      type: 'module',
      atrium: { id: 'odd', title: 'Odd', entry: './src/index.ts' },
    }
    odd = await createPluginDirectory({ 'package.json': manifest, 'src/index.ts': SOURCE }, { name: 'odd' })
    const stream = new PassThrough().on('data', (line: Buffer) => (logged += line.toString()))
    agents = await openAgents({
      plugins: [odd.directory, path.resolve(import.meta.dirname, '../../plugins/ai-agents')],
      log: await createLogger({ level: 'info', pretty: false, stream }),
    })
    const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
    agent_id = await agents.agent({ credential_id, model: 'small' })
    offline = await agents.agent()
  })
  after(async () => {
    await agents.host.close()
    await odd[Symbol.asyncDispose]()
    await provider.close()
  })

  const begin = async (agent = agent_id) =>
    (await agents.ask('POST', '/conversations', { agent_id: agent })).body.id as string
  const resultOf = (frames: readonly Frame[]) => frames.find(({ type }) => type === 'chat.tool_result')?.payload

  const misbehaviours: [what: string, tool: string, told: RegExp][] = [
    ['throws', 'odd_throw', /^[a-z_]+: /],
    ['throws nothing', 'odd_throw_nothing', /^[a-z_]+: /],
    ['belongs to a route that throws', 'odd_list_things', /^internal_error: /],
    ['hangs', 'odd_hang', /^handler_timeout: /],
    ['answers what is no JSON', 'odd_answer_a_cycle', /^[a-z_]+: /],
  ]
  for (const [what, name, told] of misbehaviours) {
    it(`tells the model and the person in one line when a tool ${what}, and goes on`, async () => {
      provider.play({ calls: [{ name, arguments: '{}' }] }, { text: ['I could not do it.'] }, { text: ['Hello.'] })
      const id = await begin()
      const frames = await sendOver(agents, id, 'Try')
      expect(resultOf(frames), JSON.stringify(frames)).to.include({ ok: false, tool: name })
      expect(resultOf(frames)?.summary).to.match(told)
      const read = provider.asked[1]?.body.messages.at(-1)
      expect(read).to.include({ role: 'tool', content: resultOf(frames)?.summary })
      expect(textOf(frames)).to.equal('I could not do it.')
      expect(frames.at(-1)?.type).to.equal('chat.done')
      const kept = await agents.ask('GET', `/conversations/${id}`)
      expect(JSON.stringify([frames, kept.body, provider.asked])).not.to.contain(CANARY)
      const line = await until('the line of the log', () =>
        logged.split('\n').find((each) => each.includes('A tool failed') && each.includes(`"${name}"`)),
      )
      expect(line, 'the operator finds the reason').to.match(/"(err|error)":/)
      expect(textOf(await sendOver(agents, id, 'Are you there?'))).to.equal('Hello.')
    })
  }

  it('gives the model the beginning of 5 MB, says that it is cut, and keeps them out of frames and history', async () => {
    provider.play({ calls: [{ name: 'odd_answer_5_mb', arguments: '{}' }] }, { text: ['It is long.'] })
    const id = await begin()
    const frames = await sendOver(agents, id, 'Try')
    expect(textOf(frames), JSON.stringify(frames).slice(0, 2_000)).to.equal('It is long.')
    const read = String(provider.asked[1]?.body.messages.at(-1)?.content)
    expect(read.length).to.be.lessThan(25_000)
    expect(read).to.match(/\[Cut: these are the first \d+ of 5\d{6} characters\. Ask for less/)
    for (const answer of [frames, (await agents.ask('GET', `/conversations/${id}`)).body])
      expect(JSON.stringify(answer).length).to.be.lessThan(60_000)
  })

  async function approved(text: string): Promise<{ to: string; frames: Frame[] }> {
    const id = await begin(offline)
    await agents.ask('POST', `/conversations/${id}/messages`, { text })
    const asked = await framesOf(agents, id, 'chat.approval_required')
    const to = `/approvals/${String(asked.at(-1)?.payload.approval_id)}`
    await agents.ask('POST', `${to}/approve`)
    return { to, frames: await framesOf(agents, id, 'chat.done') }
  }

  const uncertain: [what: string, tool: string, code: RegExp][] = [
    ['hangs', 'odd_hang_write', /^handler_timeout: /],
    ['throws, perhaps after it has reached another system', 'odd_throw_write', /^[a-z_]+: /],
  ]
  for (const [what, tool, code] of uncertain) {
    it(`says that nobody knows whether an approved call took effect that ${what}, and does not repeat it`, async () => {
      const { to, frames } = await approved(`/${tool} {}`)
      expect(resultOf(frames)).to.include({ ok: false })
      expect(resultOf(frames)?.summary).to.match(code)
      expect((await agents.ask('GET', to)).body).to.include({ status: 'unknown' })
      expect((await agents.ask('POST', `${to}/approve`)).status).to.equal(409)
    })
  }

  it('says that an approved operation failed, because it was rolled back', async () => {
    const { to, frames } = await approved('/odd_break_things {}')
    expect(resultOf(frames)).to.include({ ok: false })
    expect((await agents.ask('GET', to)).body).to.include({ status: 'failed' })
  })

  it('makes an approved operation again for which the database was too busy', async () => {
    const { to, frames } = await approved('/odd_add_thing {}')
    expect(resultOf(frames), JSON.stringify(frames)).to.include({ ok: true })
    expect(resultOf(frames)?.summary).to.contain('"tries":2')
    expect((await agents.ask('GET', to)).body).to.include({ status: 'done' })
  })
})
