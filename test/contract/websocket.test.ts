import type { PluginStatus, Problem } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { ClientOptions } from 'ws'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { openSocket, refusal, type TestFrame, type TestSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { chatSource, createChatPlugin, finishStreams } from './chat-plugin.ts'

const TICKETS = '/api/v1/auth/tickets'

describe('The WebSocket', () => {
  let host: TestHost
  let chatter: PluginDirectory
  let rival: PluginDirectory
  let client: TestSocket

  const address = (query = '') => `${host.url.replace('http', 'ws')}/api/v1/ws${query}`
  const withToken = () => ({ headers: { authorization: `Bearer ${host.token}` } })
  const open = (query?: string, options: ClientOptions = withToken()) => openSocket(address(query), options)
  const ask = (type: string, payload: object = {}, namespace = 'chat') => client.ask({ namespace, type, payload })
  const statusOf = async (id: string) => (await (await host.request(`/api/v1/plugins/${id}`)).json()) as PluginStatus

  /** Saves another source and waits until its generation serves. */
  async function save(generation: string): Promise<void> {
    await chatter.writeAtomically('src/index.ts', chatSource({ generation }))
    await until(`the generation ${generation}`, async () => {
      const { payload } = await ask('chat.join', { room: 99 })
      return payload.generation === generation
    })
  }

  before('start a host with two plugins that chat', async () => {
    chatter = await createChatPlugin()
    rival = await createChatPlugin({ id: 'rival', namespace: 'rival' })
    host = await startTestHost({ plugins: [chatter.directory, rival.directory], watch: true })
    for (const id of ['chatter', 'rival']) expect((await statusOf(id)).diagnostics).to.deep.equal([])
  })
  beforeEach(async () => {
    client = await open()
  })
  afterEach(() => client.socket.terminate())
  after('close it', async () => {
    await host.close()
    for (const plugin of [chatter, rival]) await plugin[Symbol.asyncDispose]()
  })

  it('is accepted at its path only', async () => {
    const answer = await host.request('/api/v1/ws')
    expect(answer.status).to.equal(426)
    expect(answer.headers.get('upgrade')).to.equal('websocket')
    expect(((await answer.json()) as Problem).code).to.equal('upgrade_required')
    const nobody = await host.request('/api/v1/ws', { headers: { authorization: '' } })
    expect(nobody.status).to.equal(401)
    expect((await refusal(address().replace('/ws', '/nothing'), withToken())).status).to.equal(404)
  })

  it('is opened with a token, a ticket, or the cookie of a person on a page of the host', async () => {
    expect((await refusal(address())).status).to.equal(401)
    const { ticket } = (await (await host.request(TICKETS, { method: 'POST' })).json()) as { ticket: string }
    const byTicket = await open(`?ticket=${ticket}&namespace=chat`, {})
    expect((await byTicket.ask({ type: 'chat.join', payload: { room: 1 } })).type).to.equal('chat.joined')
    expect((await refusal(address(`?ticket=${ticket}`))).status).to.equal(401)

    const token = host.signInLink?.split('#token=')[1]
    const signedIn = await host.request('/api/v1/auth/sessions', {
      method: 'POST',
      json: { token },
      headers: { authorization: '' },
    })
    const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';')[0])
    expect((await refusal(address(), { headers: { cookie, origin: 'https://evil.example' } })).status).to.equal(403)
    const person = await open('', { headers: { cookie, origin: host.url } })
    const me = await person.ask({ namespace: 'chat', type: 'chat.me', payload: {} })
    expect(me.payload).to.deep.include({ kind: 'person', permissions: ['*'] })

    const out = { method: 'DELETE', headers: { authorization: '', cookie, origin: host.url } }
    await host.request('/api/v1/auth/sessions/current', out)
    expect(await person.closed).to.equal(4401)
    byTicket.socket.terminate()
  })

  it('streams answers, and cancels a stream', async () => {
    client.send({ namespace: 'chat', type: 'chat.stream', id: 'long', payload: { chunks: 3 } })
    await client.frame(({ seq }) => seq === 1)
    expect((await ask('chat.cancel', { message_id: 'nothing' })).payload.code).to.equal('record_not_found')
    expect((await ask('chat.cancel', { message_id: 'long' })).type).to.equal('chat.cancelled')
    await client.frame('chat.done')
    const stream = client.frames.filter(({ reply_to }) => reply_to === 'long')
    const frame = (seq: number, type: string, payload: object) => ({
      namespace: 'chat',
      type,
      reply_to: 'long',
      seq,
      payload: { ...payload, generation: 'one' },
    })
    expect(stream).to.deep.equal([
      frame(0, 'chat.delta', { chunk: 1 }),
      frame(1, 'chat.delta', { chunk: 2 }),
      frame(2, 'chat.done', { how: 'cancelled' }),
    ])
  })

  it('carries many namespaces, and keeps their topics apart', async () => {
    const payload = { room: 7 }
    expect((await ask('chat.join', payload)).namespace).to.equal('chat')
    expect((await ask('chat.say', { ...payload, text: 'from the rival' }, 'rival')).namespace).to.equal('rival')
    await ask('chat.say', { ...payload, text: 'hello' })
    const said = client.frames.filter(({ type }) => type === 'chat.said')
    expect(said).to.deep.equal([
      {
        namespace: 'chat',
        type: 'chat.said',
        topic: 'room/7',
        payload: { text: 'hello', by: 'admin-token', generation: 'one' },
      },
    ])
  })

  it('refuses undeclared messages', async () => {
    const codes = [
      await ask('chat.say', { room: 7, text: 'x'.repeat(81) }),
      await ask('chat.shout'),
      await ask('chat.join', { room: 7 }, 'chit'),
    ].map(({ type, payload }) => [type, payload.code])
    expect(codes).to.deep.equal([
      ['error', 'validation_failed'],
      ['error', 'message_unknown'],
      ['error', 'namespace_unknown'],
    ])
  })

  it('stays open while a plugin is replaced: running messages end, new ones reach the new generation, subscriptions stay', async () => {
    const watcher = await open('?namespace=shell')
    await watcher.ask({ type: 'subscribe', payload: {} })
    await ask('chat.join', { room: 7 })
    client.send({ namespace: 'chat', type: 'chat.stream', id: 'old', payload: {} })
    await client.frame('chat.delta')
    await save('two')

    const told = await watcher.frame('definitions.changed')
    expect(told.payload).to.deep.include({ plugin: 'chatter', changed: [] })
    const isActive = ({ type, payload }: TestFrame) =>
      type === 'plugin.changed' && (payload.plugin as PluginStatus).state === 'active'
    const { plugin } = (await watcher.frame(isActive)).payload as { plugin: PluginStatus }
    expect(plugin).to.deep.include({ id: 'chatter', generation: 2 })

    await ask('chat.say', { room: 7, text: 'hello' })
    expect((await client.frame('chat.said')).payload.generation).to.equal('two')
    expect(client.frames.some(({ type }) => type === 'chat.done')).to.equal(false)
    finishStreams()
    const done = await client.frame('chat.done')
    expect(done).to.deep.include({ reply_to: 'old', seq: 1, payload: { how: 'finished', generation: 'one' } })
    expect(client.socket.readyState).to.equal(client.socket.OPEN)
    watcher.socket.terminate()
  })

  it('keeps the old generation if the new one does not load', async () => {
    const { generation } = (await ask('chat.join', { room: 7 })).payload
    await chatter.writeAtomically('src/index.ts', 'export function register_channels( {')
    await until('the failure', async () => (await statusOf('chatter')).state === 'failed')
    expect((await ask('chat.join', { room: 7 })).payload.generation).to.equal(generation)
    await save('three')
  })

  for (const [namespace, code, words] of [
    ['chat', 'namespace_taken', '[chatter]'],
    ['shell', 'id_reserved', '[shell]'],
  ] as const) {
    it(`refuses a plugin the namespace [${namespace}] of another`, async () => {
      await rival.writeAtomically('src/index.ts', chatSource({ id: 'rival', namespace }))
      const status = await until('the failure', async () => {
        const found = await statusOf('rival')
        return found.diagnostics[0]?.code === code ? found : undefined
      })
      expect(status.diagnostics).to.have.length(1)
      expect(status.diagnostics[0]?.message).to.include(words)
      expect(status.diagnostics[0]?.where?.file).to.equal('src/index.ts')
      expect((await ask('chat.join', { room: 7 }, 'rival')).type).to.equal('chat.joined')
    })
  }

  it('notifies the users of a namespace whose plugin is deactivated', async () => {
    await ask('chat.join', { room: 7 })
    client.send({ namespace: 'chat', type: 'chat.stream', id: 'last', payload: {} })
    await client.frame('chat.delta')
    const deactivated = host.request('/api/v1/plugins/chatter/deactivate', { method: 'POST' })
    const closed = await client.frame('namespace.closed')
    expect(closed).to.deep.equal({ namespace: 'chat', type: 'namespace.closed', payload: { plugin: 'chatter' } })
    finishStreams()
    expect((await client.frame('chat.done')).payload.how).to.equal('finished')
    expect((await deactivated).status).to.equal(200)
    const { payload } = await ask('chat.join', { room: 7 })
    expect([payload.code, payload.status]).to.deep.equal(['plugin_inactive', 404])
    expect(client.socket.readyState).to.equal(client.socket.OPEN)
  })
})
