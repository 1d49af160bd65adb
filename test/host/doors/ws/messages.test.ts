import { ApiError, present_caller, Type } from '@atrium/sdk'
import { withholder } from '@atrium/sdk/host'
import { expect } from 'chai'
import { CallerTurns } from '../../../../host/core/operations/caller-turns.ts'
import { presentRequest } from '../../../../host/core/operations/request.ts'
import { target } from '../../../helpers/databases.ts'
import type { TestFrame, TestSocket } from '../../../helpers/test-socket.ts'
import { until } from '../../../helpers/until.ts'
import { publishNamespace, startGateway, type TestGateway } from './start-gateway.ts'

/** Makes a handler wait until a test releases it. */
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const Text = Type.Object({ text: Type.String({ maxLength: 5 }), times: Type.Integer({ default: 2 }) })

describe('A message', () => {
  const database = target('prebuilt')
  let gateway: TestGateway
  let client: TestSocket
  let gate = createGate()

  const publish = ({ registries }: TestGateway) =>
    publishNamespace(
      registries,
      'chat',
      {
        echo: ({ type, id, payload }, { reply }) => reply('echoed', { type, id, payload }),
        strict: ({ payload }, { reply }) => reply('taken', payload),
        count: async (_message, { reply }) => {
          for (let number = 0; number < 3; number += 1) reply('number', { number })
        },
        wait: async (_message, { reply }) => {
          reply('waiting', {})
          await gate.opened
          reply('done', {})
        },
        open: () => gate.open(),
        who: (_message, { reply, connection }) => {
          const { origin, requestId } = presentRequest() ?? {}
          reply('you', { id: connection.caller.id, present: present_caller()?.id, origin, request_id: requestId })
        },
        refuse: () => {
          throw new ApiError('record_not_found', { detail: 'There is no room [7].' })
        },
        fail: async () => {
          throw new Error('The password is hunter2.')
        },
        cycle: (_message, { reply }) => {
          const payload: Record<string, unknown> = {}
          reply('cycle', Object.assign(payload, { payload }))
        },
        record: async ({ id }, { reply, connection }) => {
          connection.subscribe('records')
          reply('record', { row: { id, name: 'Lamp', cost: 98_765 } })
          throw new ApiError('version_mismatch', { detail: 'It was changed.', current: { name: 'Lamp', cost: 98_765 } })
        },
        later: (_message, { reply }) => void setTimeout(() => reply('later', {}), 10),
      },
      {
        rules: { strict: { payload: Text, permission: 'chat.messages.send' } },
        withhold: withholder(undefined, [Type.Object({ cost: Type.Integer({ permission: 'chat.costs.view' }) })]),
      },
    )

  before(async () => {
    gateway = await startGateway(database)
    publish(gateway)
    client = await gateway.open()
  })

  /** Sends a message and returns the refusal. */
  async function refusalOf(message: object | string | Buffer, of = client): Promise<TestFrame> {
    const known = of.frames.length
    of.send(message)
    return of.frame((frame) => of.frames.indexOf(frame) >= known)
  }

  it('is answered without the fields withheld from its sender, as are published events', async () => {
    const cookie = await gateway.signIn(['chat.messages.send'])
    const clerk = await gateway.open({ headers: { cookie, origin: gateway.url } })
    await clerk.ask({ namespace: 'chat', type: 'record', id: 'clerk' })
    await client.ask({ namespace: 'chat', type: 'record', id: 'operator' })
    gateway.publishFor('chat')('records', { type: 'published', payload: { rows: [{ name: 'Lamp', cost: 98_765 }] } })
    for (const [socket, sees] of [
      [clerk, false],
      [client, true],
    ] as const) {
      await socket.frame(({ type }) => type === 'published')
      const frames = socket.frames.filter(({ type }) => ['record', 'error', 'published'].includes(type))
      expect(frames).to.have.lengthOf(3)
      for (const frame of frames) {
        expect(JSON.stringify(frame)).to.contain('Lamp')
        expect(JSON.stringify(frame).includes('98765'), frame.type).to.equal(sees)
      }
    }
    clerk.socket.close()
  })

  it('reaches its handler, and the answer carries its id', async () => {
    const answer = await client.ask({ namespace: 'chat', type: 'echo', id: 'first', payload: { a: [1] } })
    expect(answer).to.deep.equal({
      namespace: 'chat',
      type: 'echoed',
      reply_to: 'first',
      seq: 0,
      payload: { type: 'echo', id: 'first', payload: { a: [1] } },
    })
  })

  it('without an id is handled, and answered without one', async () => {
    const answer = await refusalOf({ namespace: 'chat', type: 'echo' })
    expect(answer).to.not.have.property('reply_to')
    expect(answer.payload.id).to.be.a('string')
  })

  it('without a namespace is sent to that of the connection', async () => {
    const own = await gateway.open({ query: '?namespace=chat' })
    expect((await own.ask({ type: 'echo' })).type).to.equal('echoed')
    expect((await own.ask({ namespace: 'shell', type: 'subscribe' })).type).to.equal('subscribed')
  })

  it('is answered in order, and the answers are numbered', async () => {
    client.send({ namespace: 'chat', type: 'count', id: 'numbers' })
    await client.frame(({ reply_to, seq }) => reply_to === 'numbers' && seq === 2)
    const answers = client.frames.filter(({ reply_to }) => reply_to === 'numbers')
    expect(answers.map(({ seq, payload }) => [seq, payload.number])).to.deep.equal([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it('does not wait for an earlier one, so that a cancellation gets through', async () => {
    gate = createGate()
    client.send({ namespace: 'chat', type: 'wait', id: 'long' })
    await client.frame('waiting')
    expect((await client.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
    expect(client.frames.some(({ type }) => type === 'done')).to.equal(false)
    client.send({ namespace: 'chat', type: 'open' })
    expect(await client.frame('done')).to.include({ reply_to: 'long', seq: 1 })
  })

  it('may be answered from a callback after its handler has returned', async () => {
    expect(await client.ask({ namespace: 'chat', type: 'later' })).to.include({ type: 'later', seq: 0 })
  })

  it('is handled on behalf of its sender, including in-process calls', async () => {
    const { payload } = await client.ask({ namespace: 'chat', type: 'who' })
    expect(payload).to.include({ id: 'admin-token', present: 'admin-token', origin: 'token' })
    expect(payload.request_id).to.be.a('string')
    const headers = { cookie: await gateway.signIn(['*']), origin: gateway.url }
    const person = await gateway.open({ headers })
    expect((await person.ask({ namespace: 'chat', type: 'who' })).payload.origin).to.equal('ui')
  })

  const malformed: [what: string, message: object | string | Buffer, why: string][] = [
    ['no JSON', 'hello', 'JSON object'],
    ['no object', '[1]', 'JSON object'],
    ['null', 'null', 'JSON object'],
    ['binary', Buffer.from('{"namespace":"chat","type":"echo"}'), 'text frame'],
    ['for no namespace', { type: 'echo' }, '[namespace]'],
    ['for a namespace that is no text', { namespace: 7, type: 'echo' }, '[namespace]'],
    ['of no type', { namespace: 'chat' }, '[type]'],
    ['of a type that is no text', { namespace: 'chat', type: {} }, '[type]'],
    ['with an id that is no text', { namespace: 'chat', type: 'echo', id: 7 }, '[id]'],
    ['with too long an id', { namespace: 'chat', type: 'echo', id: 'x'.repeat(129) }, '[id]'],
  ]
  for (const [what, message, why] of malformed) {
    it(`that is ${what} is refused, and the connection stays open`, async () => {
      const { type, payload } = await refusalOf(message)
      expect([type, payload.code, payload.status]).to.deep.equal(['error', 'message_malformed', 400])
      expect(payload.detail).to.include(why)
      expect((await client.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
    })
  }

  it('is answered with its id even if it is malformed', async () => {
    expect(await client.ask({ namespace: 'chat', type: 7 })).to.include({ type: 'error', namespace: 'chat' })
  })

  const unknown: [namespace: string, type: string, code: string, words: string[]][] = [
    ['chta', 'echo', 'namespace_unknown', ['Did you mean [chat]?', '[shell]', '[chat]']],
    ['nothing', 'echo', 'namespace_unknown', ['no namespace [nothing]']],
    ['chat', 'ecko', 'message_unknown', ['Did you mean [echo]?', 'count, ']],
    ['chat', 'toString', 'message_unknown', ['[toString]']],
    ['shell', '__proto__', 'message_unknown', ['Allowed: subscribe, watch, attend, element.failed.']],
  ]
  for (const [namespace, type, code, words] of unknown) {
    it(`to [${namespace}] with the type [${type}] is refused with a list of what exists`, async () => {
      const { payload } = await client.ask({ namespace, type })
      expect([payload.code, payload.status]).to.deep.equal([code, 404])
      for (const word of words) expect(payload.detail).to.include(word)
    })
  }

  it('is refused with a problem for each field if its payload violates the rule', async () => {
    const { payload } = await client.ask({ namespace: 'chat', type: 'strict', payload: { text: 'too long', other: 1 } })
    expect([payload.code, payload.status]).to.deep.equal(['validation_failed', 422])
    expect(payload.errors).to.deep.equal({ text: 'At most 5 characters', other: 'There is no such field' })
    const nul = await client.ask({ namespace: 'chat', type: 'strict', payload: { text: 'a\0b' } })
    expect(nul.payload.errors).to.deep.equal({ text: 'Contains a character that cannot be stored' })
    const none = await client.ask({ namespace: 'chat', type: 'strict' })
    expect(none.payload.errors).to.deep.equal({ text: 'Required' })
  })

  it('is refused if its payload is nested more than 100 levels deep', async () => {
    const nested = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as unknown
    const { payload } = await client.ask({ namespace: 'chat', type: 'echo', payload: nested })
    expect([payload.code, payload.status]).to.deep.equal(['message_malformed', 400])
  })

  it('gets the defaults of its rule', async () => {
    const { payload } = await client.ask({ namespace: 'chat', type: 'strict', payload: { text: 'hello' } })
    expect(payload).to.deep.equal({ text: 'hello', times: 2 })
  })

  it('requires the permission of its rule', async () => {
    const headers = { cookie: await gateway.signIn(['platform.shell.view']), origin: gateway.url }
    const person = await gateway.open({ headers })
    const { payload } = await person.ask({ namespace: 'chat', type: 'echo' })
    expect([payload.code, payload.status]).to.deep.equal(['permission_denied', 403])
    expect(payload.detail).to.include('[chat.messages.send]')
  })

  it('that its handler refuses is answered with the reason', async () => {
    const answer = await client.ask({ namespace: 'chat', type: 'refuse', id: 'room' })
    expect(answer).to.deep.include({ namespace: 'chat', type: 'error', reply_to: 'room', seq: 0 })
    expect(answer.payload).to.include({ code: 'record_not_found', detail: 'There is no room [7].', status: 404 })
  })

  it('gets an answer without internals if its handler fails, and only the log has the details', async () => {
    const { payload } = await client.ask({ namespace: 'chat', type: 'fail' })
    expect(payload).to.include({ code: 'internal_error', status: 500 })
    expect(JSON.stringify(payload)).to.not.include('hunter2')
    const line = gateway.logged.find(({ request_id }) => request_id === payload.request_id)
    expect(line).to.deep.include({ namespace: 'chat', type: 'fail', caller: 'admin-token', code: 'internal_error' })
    expect(JSON.stringify(line?.err)).to.include('hunter2')
  })

  it('fails if its answer is not JSON', async () => {
    expect((await client.ask({ namespace: 'chat', type: 'cycle' })).payload.code).to.equal('internal_error')
  })

  it('above the size limit closes the connection with 1009', async () => {
    const other = await gateway.open()
    other.send({ namespace: 'chat', type: 'echo', payload: 'x'.repeat(1024 * 1024) })
    expect(await other.closed).to.equal(1009)
    const fits = await client.ask({ namespace: 'chat', type: 'echo', payload: 'x'.repeat(1024 * 1024 - 200) })
    expect(fits.type).to.equal('echoed')
  })

  it('is refused above the rate limit', async () => {
    const limited = await startGateway(database, { limits: { messages: { points: 3, seconds: 60 } } })
    publish(limited)
    const [quick, other] = [await limited.open(), await limited.open()]
    const answers = []
    for (let count = 0; count < 4; count += 1) answers.push(await quick.ask({ namespace: 'chat', type: 'echo' }))
    expect(answers.map(({ type }) => type)).to.deep.equal(['echoed', 'echoed', 'echoed', 'error'])
    expect(answers[3]?.payload).to.include({ code: 'too_many_requests', retryable: true })
    expect((await other.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
  })

  it('is refused above the rate limit of its caller, whichever connection it comes by', async () => {
    const limited = await startGateway(database, { limits: { ofCaller: { points: 3, seconds: 60 } } })
    publish(limited)
    const types = []
    for (let count = 0; count < 4; count += 1) {
      const each = await limited.open()
      types.push((await each.ask({ namespace: 'chat', type: 'echo' })).type)
    }
    expect(types).to.deep.equal(['echoed', 'echoed', 'echoed', 'error'])
    const headers = { cookie: await limited.signIn(['*']), origin: limited.url }
    const other = await limited.open({ headers })
    expect((await other.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
  })

  it('is refused above the number of messages handled concurrently', async () => {
    const limited = await startGateway(database, { limits: { underWay: 1 } })
    publish(limited)
    gate = createGate()
    const busy = await limited.open()
    busy.send({ namespace: 'chat', type: 'wait' })
    await busy.frame('waiting')
    expect((await busy.ask({ namespace: 'chat', type: 'echo' })).payload.code).to.equal('too_many_requests')
    gate.open()
    await busy.frame('done')
    expect((await busy.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
  })

  it('that is too many is refused once in a while; the others wait at the client', async () => {
    const limited = await startGateway(database, { limits: { messages: { points: 3, seconds: 60 } } })
    publish(limited)
    const flood = await limited.open()
    const begun = performance.now()
    for (let count = 0; count < 500; count += 1) flood.send({ namespace: 'chat', type: 'echo' })
    await until('three refusals', () => flood.frames.length >= 6)
    const took = performance.now() - begun
    const [accepted, refused] = [flood.frames.slice(0, 3), flood.frames.slice(3)]
    expect(accepted.map(({ type }) => type)).to.deep.equal(['echoed', 'echoed', 'echoed'])
    expect(new Set(refused.map(({ type }) => type))).to.deep.equal(new Set(['error']))
    // One in 250 ms; timers may be a little early.
    expect(refused.length).to.be.at.most(1 + took / 240)
  })

  it('waits for a turn of its caller, whichever connection it comes by; those of others do not', async () => {
    const limited = await startGateway(database, { turns: new CallerTurns({ atOnce: 4, longest: Infinity }) })
    publish(limited)
    gate = createGate()
    const flood = await Promise.all([limited.open(), limited.open(), limited.open()])
    for (const each of flood.slice(0, 2)) {
      each.send({ namespace: 'chat', type: 'wait' })
      await each.frame('waiting')
    }
    const [, , third] = flood
    for (const id of ['first', 'second']) third?.send({ namespace: 'chat', type: 'echo', id })
    const headers = { cookie: await limited.signIn(['*']), origin: limited.url }
    const other = await limited.open({ headers })
    expect((await other.ask({ namespace: 'chat', type: 'echo' })).type).to.equal('echoed')
    expect(third?.frames).to.deep.equal([])
    gate.open()
    await third?.frame(({ reply_to }) => reply_to === 'second')
    expect(third?.frames.map(({ reply_to }) => reply_to)).to.deep.equal(['first', 'second'])
  })
})
