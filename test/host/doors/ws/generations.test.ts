import { expect } from 'chai'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { target } from '../../../helpers/databases.ts'
import type { TestSocket } from '../../../helpers/test-socket.ts'
import { pluginStatus } from '../../../helpers/plugin-status.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { until } from '../../../helpers/until.ts'
import { publishNamespace, startGateway, type TestGateway } from './start-gateway.ts'

interface Plugin {
  readonly owner?: string
  readonly namespace?: string
}

describe('A generation of a plugin with a namespace', () => {
  const database = target('prebuilt')
  let gateway: TestGateway
  let client: TestSocket
  /** Ends the calls that the handlers of `wait` and `stubborn` are waiting for. */
  let finish: (() => void)[]
  let seen: string[]

  /** Publishes a generation and returns its lease. */
  function commit(generation: string, { owner = 'chat', namespace = owner }: Plugin = {}): Hold {
    const lease = new Hold()
    const finished = () => new Promise<void>((resolve) => void finish.push(resolve))
    publishNamespace(
      gateway.registries,
      owner,
      {
        who: (_message, { reply }) => reply('generation', { generation }),
        wait: async (_message, { reply, signal }) => {
          signal.addEventListener('abort', () => void seen.push(`${generation} aborted`))
          reply('waiting', { generation })
          await finished()
          reply('done', { generation })
        },
        polite: async (_message, { reply, signal }) => {
          reply('waiting', { generation })
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          reply('goodbye', { generation })
          signal.throwIfAborted()
        },
        linger: (_message, { reply }) => {
          finish.push(() => reply('late', { generation }))
          reply('lingering', {})
        },
        join: (_message, { connection, reply }) => {
          connection.subscribe('room/1')
          reply('joined', { generation })
        },
        leave: (_message, { connection, reply }) => {
          connection.unsubscribe('room/1')
          reply('left', {})
        },
        joinLater: (_message, { connection, reply }) => {
          finish.push(() => connection.subscribe('room/1'))
          reply('promised', {})
        },
      },
      { lease, namespace },
    )
    return lease
  }

  const ask = (type: string, namespace = 'chat') => client.ask({ namespace, type })
  const say = (text: string, plugin = 'chat') =>
    gateway.publishFor(plugin)('room/1', { type: 'said', payload: { text } })
  const heard = () => client.frames.filter(({ type }) => type === 'said').map(({ payload }) => payload.text)

  beforeEach(async () => {
    gateway = await startGateway(database)
    client = await gateway.open()
    finish = []
    seen = []
  })

  it('receives messages once it has committed', async () => {
    commit('one')
    expect((await ask('who')).payload.generation).to.equal('one')
    commit('two')
    expect((await ask('who')).payload.generation).to.equal('two')
  })

  it('finishes the messages it began before it was replaced, and is held until then', async () => {
    const old = commit('one')
    const waiting = await ask('wait')
    commit('two')
    let isIdle = false
    void old.idle().then(() => (isIdle = true))
    expect((await ask('who')).payload.generation).to.equal('two')
    expect(isIdle).to.equal(false)
    finish.forEach((each) => each())
    const done = await client.frame('done')
    expect(done).to.deep.include({ reply_to: waiting.reply_to, seq: 1, payload: { generation: 'one' } })
    await until('the old one to be idle', () => isIdle)
    expect(seen).to.deep.equal([])
  })

  it('that is asked to end signals its handlers, which may still reply', async () => {
    const old = commit('one')
    const { reply_to } = await ask('polite')
    commit('two')
    old.end()
    expect((await client.frame('goodbye')).payload.generation).to.equal('one')
    const error = await client.frame((frame) => frame.reply_to === reply_to && frame.type === 'error')
    expect(error.payload).to.include({ code: 'plugin_replaced', retryable: true })
    expect(error.seq).to.equal(2)
    await old.idle()
  })

  it('that has ended sends no answer for a handler that does not end', async () => {
    const old = commit('one')
    const { reply_to } = await ask('wait')
    await ask('linger')
    commit('two')
    old.end()
    old.drop()
    const error = await client.frame((frame) => frame.reply_to === reply_to && frame.type === 'error')
    expect(error.payload.code).to.equal('plugin_replaced')
    finish.forEach((each) => each())
    await ask('who')
    expect(client.frames.map(({ type }) => type)).to.not.include.members(['done'])
    expect(client.frames.map(({ type }) => type)).to.not.include.members(['late'])
  })

  it('is notified when the connection closes', async () => {
    const hold = commit('one')
    await ask('wait')
    client.socket.close()
    await until('the signal', () => seen.includes('one aborted'))
    finish.forEach((each) => each())
    await hold.idle()
    expect(gateway.logged.filter(({ level }) => level === 'error')).to.deep.equal([])
  })

  it('inherits the subscriptions of earlier generations', async () => {
    commit('one')
    await ask('join')
    commit('two')
    say('hello')
    const said = await client.frame('said')
    expect(said).to.deep.equal({ namespace: 'chat', type: 'said', topic: 'room/1', payload: { text: 'hello' } })
    await ask('leave')
    say('nobody hears')
    await ask('who')
    expect(heard()).to.deep.equal(['hello'])
  })

  it('does not receive messages of another plugin under the same topic', async () => {
    commit('one')
    commit('other', { owner: 'rival' })
    await ask('join')
    say('from the rival', 'rival')
    say('from the chat')
    await client.frame('said')
    expect(heard()).to.deep.equal(['from the chat'])
  })

  it('publishes events of a transaction once it is committed, and never after a rollback', async () => {
    const { database } = gateway.auth
    commit('one')
    await ask('join')
    await database.transaction(async () => {
      say('committed')
      await ask('who')
      expect(heard()).to.deep.equal([])
    })
    await rejection(
      database.transaction(async () => {
        say('rolled back')
        throw new Error('no')
      }),
    )
    await ask('who')
    expect(heard()).to.deep.equal(['committed'])
  })

  it('that is withdrawn ends its subscriptions and notifies the users of its namespace', async () => {
    const bystander = await gateway.open()
    commit('one')
    await ask('join')
    gateway.registries.withdraw('chat')
    const closed = await client.frame('namespace.closed')
    expect(closed).to.deep.equal({ namespace: 'chat', type: 'namespace.closed', payload: { plugin: 'chat' } })
    commit('again')
    say('nobody hears')
    await ask('who')
    expect(heard()).to.deep.equal([])
    expect(bystander.frames).to.deep.equal([])
    expect(client.frames.filter(({ type }) => type === 'namespace.closed')).to.have.length(1)
  })

  it('that is withdrawn accepts no more subscriptions', async () => {
    commit('one')
    await ask('joinLater')
    gateway.registries.withdraw('chat')
    finish.forEach((each) => each())
    commit('again')
    say('nobody hears')
    await ask('who')
    expect(heard()).to.deep.equal([])
  })

  it('that drops the namespace closes it', async () => {
    commit('one')
    await ask('who')
    commit('two', { namespace: 'talk' })
    await client.frame('namespace.closed')
    expect((await ask('who')).payload.code).to.equal('namespace_unknown')
    expect((await ask('who', 'talk')).payload.generation).to.equal('two')
  })

  it('that does not serve is given as the reason why the namespace is missing', async () => {
    const { plugins } = gateway.registries
    commit('one', { owner: 'chatter', namespace: 'talk' })
    await ask('who', 'talk')
    gateway.registries.withdraw('chatter')
    plugins.set(pluginStatus('chatter', { state: 'inactive' }))
    const inactive = await ask('who', 'talk')
    expect([inactive.payload.code, inactive.payload.status]).to.deep.equal(['plugin_inactive', 404])
    expect(inactive.payload.detail).to.include('[chatter] is not active')
    plugins.set(pluginStatus('chatter', { state: 'failed' }))
    expect((await ask('who', 'talk')).payload.code).to.equal('plugin_failed')
    expect((await ask('who', 'chatter')).payload.code).to.equal('plugin_failed')
    plugins.set(pluginStatus('chatter', { state: 'activating' }))
    expect((await ask('who', 'talk')).payload.code).to.equal('plugin_activating')
  })
})
