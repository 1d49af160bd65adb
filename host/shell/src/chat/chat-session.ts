import type { Problem } from '@atrium/sdk/documents'
import { ApiProblem } from '../api/api-problem.ts'
import { LastingConnection, type Surroundings } from '../live/lasting-connection.ts'
import { type ChatAnswer, type ChatFrame, type ChatHistory, isAway, readReceived } from './chat-frames.ts'
import {
  type Beginning,
  type ChatSnapshot,
  type Decision,
  IDLE,
  type Sending,
  type SessionEvents,
} from './chat-snapshot.ts'
import { fromHistory, isAnswering, newConversation, openApprovals, withFrame } from './conversation.ts'

/** Milliseconds between polls of a plugin that is not running. */
const PAUSE = 2_000
/** Milliseconds without a frame of an answer after which it is requested: while it is written, and while somebody has to decide. */
const QUIET = 4_000
const WAITING = 15_000
/** The status of the error for frames that are so old that the host has deleted them. The history contains their text. */
const GONE = 410

/**
 * One conversation at a time, over its own connection. Every frame is applied once and in order: those with a lower number are skipped, and
 * after a gap, a lost connection or a long silence `chat.resume` requests the missing ones.
 */
export class ChatSession {
  readonly #surroundings: Surroundings
  readonly #events: SessionEvents
  readonly #namespace: string
  #connection: LastingConnection
  #isStopped = false
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Map<string, (answer: ChatAnswer) => void>()
  #snapshot = IDLE
  #wanted: string | null = null
  #count = 0
  #isResuming = false
  #cancelTimer: () => void = () => undefined

  constructor(namespace: string, surroundings: Surroundings, events: SessionEvents) {
    this.#namespace = namespace
    this.#surroundings = surroundings
    this.#events = events
    this.#connection = this.#connect()
  }

  #connect(): LastingConnection {
    return new LastingConnection(this.#surroundings, {
      ...this.#events,
      onOpen: () => this.#greet(),
      onText: (text) => this.#hear(text),
      onLost: () => this.#forgetAnswers('connecting'),
    })
  }

  readonly read = (): ChatSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Connects again after a new sign-in. What was received stays, and a message that did not arrive is sent. */
  reconnect(): void {
    if (!this.#isStopped) this.#connection = this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
    this.#connection.stop()
  }

  /** Shows another conversation, or null for a new one. */
  open(id: string | null): void {
    if (id === this.#wanted) return
    this.#wanted = id
    this.#isResuming = false
    this.#change({ conversation: null, isLoading: id !== null, sending: null, problem: null, isCancelling: false })
    if (this.#snapshot.state === 'ready') this.#greet()
  }

  /** Begins a conversation with a message. */
  async begin(sending: Sending, { agent, make, onMade }: Beginning): Promise<void> {
    this.#change({ sending, problem: null })
    try {
      this.#wanted = await make()
      this.#change({ conversation: newConversation(this.#wanted, agent), isLoading: false })
      onMade(this.#wanted)
      this.send(sending)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.#refused(error.problem)
    }
  }

  send(sending: Sending): void {
    this.#change({ sending, problem: null })
    this.#ask('chat.send', this.#message(sending), (answer) => {
      if (answer.type === 'error') this.#refused(answer.payload)
      this.#watch()
    })
  }

  cancel(): void {
    const { conversation, state } = this.#snapshot
    if (conversation === null || state !== 'ready') return
    this.#change({ isCancelling: true })
    this.#ask('chat.cancel', { conversation_id: conversation.id }, (answer) => {
      if (answer.type === 'error') this.#change({ problem: answer.payload })
      this.#change({ isCancelling: false })
      this.#watch()
    })
  }

  /** Approves or rejects a call. Does nothing without a connection: the decision could not be answered. */
  decide(type: Decision, approval_id: string, reason?: string): void {
    const { deciding, state } = this.#snapshot
    if (state !== 'ready') return
    this.#change({ deciding: [...deciding, approval_id], problem: null })
    const payload = { approval_id, ...(reason !== undefined && reason !== '' && { reason }) }
    this.#ask(type, payload, (answer) => {
      if (answer.type === 'error') this.#change({ problem: answer.payload })
      this.#change({ deciding: this.#snapshot.deciding.filter((id) => id !== approval_id) })
      this.#resume()
    })
  }

  /** Drops the notice of the last error. */
  dismiss(): void {
    this.#change({ problem: null })
  }

  #message({ text, about }: Sending) {
    const { id: conversation_id = '', agentId: agent_id = 0 } = this.#snapshot.conversation ?? {}
    return { agent_id, conversation_id, text, ...(about !== undefined && { about: { path: about } }) }
  }

  #refused(problem: Problem): void {
    const { sending } = this.#snapshot
    this.#change({ sending: null, problem })
    if (sending) this.#events.onRefused(sending)
  }

  /** The first message on a socket. A message that was sent and not confirmed may have arrived: the history then contains it. */
  #greet(): void {
    const { conversation, sending } = this.#snapshot
    if (this.#wanted === null) {
      this.#connection.confirm()
      this.#change({ state: 'ready' })
    } else if (conversation !== null && sending === null) this.#resume(true)
    else this.#readHistory(this.#wanted)
  }

  #readHistory(conversation_id: string): void {
    this.#ask('chat.history', { conversation_id }, (answer) => {
      if (conversation_id !== this.#wanted) return
      if (answer.type === 'error') return this.#change({ problem: answer.payload, isLoading: false })
      if (answer.type === 'chat.history') this.#takeHistory(answer.payload)
    })
  }

  #takeHistory(history: ChatHistory): void {
    const { conversation: former, sending } = this.#snapshot
    const conversation = fromHistory(history)
    this.#change({ conversation, isLoading: false })
    this.#watch()
    if (sending === null) return
    const hasArrived =
      conversation.turns.length > (former?.turns.length ?? 0) && conversation.turns.at(-1)?.question === sending.text
    if (hasArrived) this.#change({ sending: null })
    else this.send(sending)
  }

  /** Requests missing frames, of which there may be none. */
  #resume(isFirst = false): void {
    const { conversation } = this.#snapshot
    if (conversation === null || (this.#isResuming && !isFirst)) return
    this.#isResuming = true
    const payload = { conversation_id: conversation.id, last_seq: conversation.lastSeq }
    this.#ask('chat.resume', payload, (answer) => {
      this.#isResuming = false
      if (answer.type === 'error' && answer.payload.status === GONE) return this.#readHistory(conversation.id)
      if (answer.type === 'error') this.#change({ problem: answer.payload })
      this.#watch()
    })
  }

  /** Checks a running answer: silence may also mean that frames were lost, for example while a plugin is replaced. */
  #watch(): void {
    this.#cancelTimer()
    const { conversation, state, sending } = this.#snapshot
    if (state !== 'ready' || (sending === null && !isAnswering(conversation))) return
    const pause = openApprovals(conversation).length > 0 ? WAITING : QUIET
    this.#cancelTimer = this.#surroundings.after(pause, () => this.#resume())
  }

  #ask(type: string, payload: object, onAnswer: (answer: ChatAnswer) => void): void {
    const id = String(++this.#count)
    this.#waiting.set(id, onAnswer)
    this.#connection.send(JSON.stringify({ namespace: this.#namespace, type, id, payload }))
  }

  #hear(text: string): void {
    const received = readReceived(text)
    if (received === null) return
    if (received.kind === 'closed') return this.#beAway()
    if (received.kind === 'frame') return this.#take(received.frame)
    const { answer } = received
    this.#connection.confirm()
    if (isAway(answer)) return this.#beAway()
    if (this.#snapshot.state !== 'ready') this.#change({ state: 'ready' })
    const onAnswer = this.#waiting.get(answer.reply_to)
    this.#waiting.delete(answer.reply_to)
    onAnswer?.(answer)
  }

  #take(frame: ChatFrame): void {
    const { conversation } = this.#snapshot
    const { conversation_id, seq } = frame.payload
    if (conversation?.id !== conversation_id || seq <= conversation.lastSeq) return
    if (seq > conversation.lastSeq + 1) return this.#resume()
    const next = withFrame(conversation, frame)
    const isOwn = frame.type === 'chat.start' && frame.payload.text === this.#snapshot.sending?.text
    this.#change({ conversation: next, ...(isOwn && { sending: null }) })
    this.#events.onFrame(frame)
    this.#watch()
  }

  /** The plugin of the chat is not running: polls until it is. */
  #beAway(): void {
    this.#connection.confirm()
    this.#forgetAnswers('away')
    this.#cancelTimer()
    this.#cancelTimer = this.#surroundings.after(PAUSE, () => this.#greet())
  }

  #forgetAnswers(state: ChatSnapshot['state']): void {
    this.#cancelTimer()
    this.#waiting.clear()
    this.#isResuming = false
    this.#change({ state, deciding: [], isCancelling: false })
  }

  #change(changes: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
