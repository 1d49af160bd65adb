import { expect } from 'chai'
import type { ChatHistory } from '../../host/shell/src/chat/chat-frames.ts'
import { ChatSession } from '../../host/shell/src/chat/chat-session.ts'
import { isAnswering, textOf } from '../../host/shell/src/chat/conversation.ts'
import { surroundings } from './surroundings.ts'

const HISTORY: ChatHistory = {
  ...{ conversation_id: 'c1', agent_id: 1, agent_name: 'Ada', title: 'Slots', status: 'idle', last_seq: 4 },
  messages: [
    { id: '1', message_id: 'm1', role: 'user', content: { text: 'Book', about: '/operations/bookings' } },
    {
      ...{ id: '2', message_id: 'm1', role: 'assistant' },
      content: { text: 'One moment.', calls: [{ call_id: '1-1', tool: 'book', input: { id: 7 } }] },
    },
    { id: '3', message_id: 'm1', role: 'tool', content: { call_id: '1-1', ok: false, text: 'Taken' } },
  ],
  ends: [{ message_id: 'm1', type: 'chat.error', code: 'provider_down', detail: 'The provider is down.' }],
  approvals: [{ id: 'a1', message_id: 'm1', call_id: '1-1', expires_at: '2026-11-22T12:00:00Z' }],
}

type Sent = { type: string; id: string; payload: Record<string, unknown> }

function chat() {
  const around = surroundings()
  const refused: string[] = []
  const session = new ChatSession('helpers', around, {
    onRefused: ({ text }) => refused.push(text),
    onFrame: () => undefined,
    onTurnedAway: () => undefined,
    onSignedOut: () => signedOut.push('signed out'),
  })
  const signedOut: string[] = []
  const socket = () => around.sockets[around.sockets.length - 1]!
  const sent = () => socket().sent as unknown as Sent[]
  const hear = (message: object) => socket().onMessage(JSON.stringify(message))
  const answer = (type: string, payload: object) => hear({ type, payload, reply_to: sent().at(-1)?.id })
  const frame = (seq: number, type: string, payload: object = {}) =>
    hear({ type, topic: 'conversation/c1', payload: { conversation_id: 'c1', message_id: 'm2', seq, ...payload } })
  const open = () => {
    session.open('c1')
    socket().onOpen()
    answer('chat.history', HISTORY)
  }
  const answering = () => {
    open()
    frame(5, 'chat.start', { text: 'Again' })
    frame(6, 'chat.delta', { text: 'On ' })
  }
  const last = () => session.read().conversation?.turns.at(-1)
  const reconnect = () => {
    socket().onClose(1006)
    around.pass(around.waits().at(-1) ?? 0)
    socket().onOpen()
  }
  return { session, around, refused, signedOut, socket, sent, answer, frame, open, answering, last, reconnect }
}

describe('A chat of the shell', () => {
  it('shows a conversation with its calls, what was decided on, and how each answer ended', () => {
    const { open, session, last } = chat()
    open()
    expect(session.read()).to.include({ state: 'ready', isLoading: false })
    expect(last()).to.deep.equal({
      ...{ id: 'm1', question: 'Book', about: '/operations/bookings' },
      parts: [
        { kind: 'text', text: 'One moment.' },
        {
          kind: 'call',
          call: {
            ...{ id: '1-1', tool: 'book', input: { id: 7 }, result: { ok: false, summary: 'Taken' } },
            approval: { approval_id: 'a1', expires_at: '2026-11-22T12:00:00Z' },
          },
        },
      ],
      end: { type: 'chat.error', code: 'provider_down', detail: 'The provider is down.' },
    })
  })

  it('reads the conversation again if the frames that it misses are deleted', () => {
    const { open, reconnect, sent, answer, session } = chat()
    open()
    reconnect()
    expect(sent().at(-1)).to.include({ type: 'chat.resume' })
    answer('error', { status: 410, code: 'frames_gone', detail: 'They were deleted.' })
    expect(sent().at(-1)).to.include({ type: 'chat.history' })
    answer('chat.history', { ...HISTORY, last_seq: 9 })
    expect(session.read().problem).to.equal(null)
    expect(session.read().conversation).to.include({ lastSeq: 9 })
  })

  it('adds each frame once, skips those that it has, and asks for those that are missing', () => {
    const { answering, frame, sent, last, answer, session } = chat()
    answering()
    frame(6, 'chat.delta', { text: 'On ' })
    frame(8, 'chat.delta', { text: 'o’clock' })
    expect(sent().at(-1)).to.deep.include({ type: 'chat.resume', payload: { conversation_id: 'c1', last_seq: 6 } })
    frame(7, 'chat.delta', { text: 'ten ' })
    frame(8, 'chat.delta', { text: 'o’clock' })
    answer('chat.resumed', { conversation_id: 'c1' })
    expect(textOf(last()!)).to.equal('On ten o’clock')
    expect(isAnswering(session.read().conversation)).to.equal(true)
    frame(9, 'chat.done', { usage: {} })
    expect(isAnswering(session.read().conversation)).to.equal(false)
  })

  it('resumes after a lost connection, and after a silence', () => {
    const { answering, reconnect, sent, answer, around } = chat()
    answering()
    reconnect()
    expect(sent()).to.have.length(1)
    expect(sent()[0]).to.deep.include({ type: 'chat.resume', payload: { conversation_id: 'c1', last_seq: 6 } })
    answer('chat.resumed', { conversation_id: 'c1' })
    around.pass(4_000)
    expect(sent()).to.have.length(2)
    expect(sent()[1]).to.deep.include({ type: 'chat.resume' })
  })

  it('sends a message again only if it did not arrive before the connection was lost', () => {
    const { open, session, reconnect, sent, answer, refused } = chat()
    open()
    session.send({ text: 'Again' })
    reconnect()
    answer('chat.history', HISTORY)
    expect(sent().map(({ type }) => type)).to.deep.equal(['chat.history', 'chat.send'])
    reconnect()
    const arrived = { id: '4', message_id: 'm2', role: 'user' as const, content: { text: 'Again' } }
    answer('chat.history', { ...HISTORY, messages: [...HISTORY.messages, arrived] })
    expect(sent().map(({ type }) => type)).to.deep.equal(['chat.history'])
    expect(session.read().sending).to.equal(null)
    expect(refused).to.deep.equal([])
  })

  it('gives a refused message back, with the reason', () => {
    const { open, session, answer, refused } = chat()
    open()
    session.send({ text: 'Again' })
    answer('error', { code: 'turn_running', status: 409, detail: 'Ada is still answering.' })
    expect(refused).to.deep.equal(['Again'])
    expect(session.read().problem).to.include({ code: 'turn_running' })
  })

  it('goes on where it was after the person has signed in again, and sends what the host did not get', () => {
    const { answering, frame, session, socket, signedOut, around, sent, answer } = chat()
    answering()
    socket().onClose(4401)
    expect(signedOut).to.have.length(1)
    session.reconnect()
    expect(around.sockets).to.have.length(2)
    socket().onOpen()
    expect(sent()).to.have.length(1)
    expect(sent()[0]).to.deep.include({ type: 'chat.resume', payload: { conversation_id: 'c1', last_seq: 6 } })
    frame(7, 'chat.done', { usage: {} })
    answer('chat.resumed', { conversation_id: 'c1' })
    session.send({ text: 'Once more' })
    socket().onClose(4401)
    session.reconnect()
    socket().onOpen()
    answer('chat.history', HISTORY)
    expect(sent().map(({ type }) => type)).to.deep.equal(['chat.history', 'chat.send'])
    session.stop()
    session.reconnect()
    expect(around.sockets).to.have.length(3)
  })

  it('neither decides nor stops without a connection, so that no button waits for an answer that cannot come', () => {
    const { answering, session, socket, around, sent } = chat()
    answering()
    socket().onClose(1006)
    session.decide('chat.approve', 'a1')
    session.cancel()
    expect(session.read()).to.deep.include({ state: 'connecting', deciding: [], isCancelling: false })
    around.pass(around.waits().at(-1) ?? 0)
    socket().onOpen()
    expect(sent().map(({ type }) => type)).to.deep.equal(['chat.resume'])
  })

  it('keeps the buttons of an approval out of use once it is decided, until the decision has been read', () => {
    const { open, session, answer } = chat()
    open()
    session.decide('chat.approve', 'a1')
    answer('chat.decided', { id: 'a1', status: 'approved' })
    expect(session.read().deciding).to.deep.equal(['a1'])
    session.decide('chat.approve', 'a2')
    answer('error', { code: 'denied', status: 403, detail: 'Somebody else has to decide.' })
    expect(session.read().deciding).to.deep.equal(['a1'])
  })

  it('waits while the plugin is replaced, and goes on when it is back', () => {
    const { answering, socket, session, around, sent, answer } = chat()
    answering()
    socket().onMessage(JSON.stringify({ namespace: 'helpers', type: 'namespace.closed', payload: {} }))
    expect(session.read().state).to.equal('away')
    around.pass(2_000)
    answer('error', { code: 'plugin_activating', status: 503, detail: 'Later.' })
    around.pass(2_000)
    expect(sent().at(-1)).to.deep.include({ type: 'chat.resume', payload: { conversation_id: 'c1', last_seq: 6 } })
    answer('chat.resumed', { conversation_id: 'c1' })
    expect(session.read().state).to.equal('ready')
  })
})
