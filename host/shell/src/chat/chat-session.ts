import type { Problem } from '@atrium/sdk/documents'
import { ApiProblem } from '../api/api-problem.ts'
import { LastingConnection, type Surroundings } from '../live/lasting-connection.ts'
import { AwaitedAnswers } from './awaited-answers.ts'
import { type ChatAnswer, type ChatFrame, type ChatHistory, isAway, isGone, readReceived } from './chat-frames.ts'
import {
  type Beginning,
  type ChatSnapshot,
  type Decision,
  IDLE,
  messageOf,
  type Sending,
  type SessionEvents,
} from './chat-snapshot.ts'
import { type Conversation, fromHistory, hasQuestion, isAnswering, longestSilence, withFrame } from './conversation.ts'

/** Milliseconds between polls of a plugin that is not running. */
const PAUSE = 2_000

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
  readonly #awaited = new AwaitedAnswers()
  #snapshot = IDLE
  #wanted: string | null = null
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

  /** Ends the connection, as soon as the host has the message that is being sent. */
  stop(): void {
    this.#isStopped = true
    const endIfSent = () => {
      if (this.#snapshot.sending !== null) return
      this.#cancelTimer()
      this.#connection.stop()
    }
    this.subscribe(endIfSent)
    endIfSent()
  }

  /** Shows another conversation, or null for a new one. */
  open(id: string | null): void {
    if (id === this.#wanted) return
    this.#wanted = id
    this.#isResuming = false
    this.#change({ conversation: null, isLoading: id !== null, sending: null, problem: null, isCancelling: false })
    if (this.#snapshot.state === 'ready') this.#greet()
  }

  /** Begins a conversation with a message. A person who has opened another one meanwhile stays there. */
  async begin(sending: Sending, { make, onMade }: Beginning): Promise<void> {
    const before = this.#wanted
    this.#change({ sending, problem: null })
    try {
      const conversation = await make()
      if (this.#wanted !== before) return this.#post(sending, conversation)
      this.#wanted = conversation.id
      this.#change({ conversation, isLoading: false })
      if (!this.#isStopped) onMade(conversation.id)
      this.send(sending)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      this.#refuse(sending, error.problem)
    }
  }

  send(sending: Sending): void {
    this.#change({ sending, problem: null })
    if (this.#snapshot.conversation) this.#post(sending, this.#snapshot.conversation)
  }

  #post(sending: Sending, conversation: Conversation): void {
    this.#ask('chat.send', messageOf(sending, conversation), (answer) => {
      if (answer.type === 'error') this.#refuse(sending, answer.payload)
      this.#watch()
    })
  }

  cancel(): void {
    const { conversation, state } = this.#snapshot
    if (conversation === null || state !== 'ready') return
    this.#change({ isCancelling: true })
    this.#ask('chat.cancel', { conversation_id: conversation.id }, (answer) => {
      this.#change({ isCancelling: false, ...(answer.type === 'error' && { problem: answer.payload }) })
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
      const others = this.#snapshot.deciding.filter((id) => id !== approval_id)
      if (answer.type === 'error') this.#change({ problem: answer.payload, deciding: others })
      this.#resume()
    })
  }

  /** Drops the notice of the last error. */
  dismiss(): void {
    this.#change({ problem: null })
  }

  #refuse(sending: Sending, problem: Problem): void {
    this.#change({ problem, ...(this.#snapshot.sending === sending && { sending: null }) })
    this.#events.onRefused(sending, problem)
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
    if (hasQuestion(conversation, sending.text, former)) this.#change({ sending: null })
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
      if (isGone(answer)) return this.#readHistory(conversation.id)
      if (answer.type === 'error') this.#change({ problem: answer.payload })
      this.#watch()
    })
  }

  /** Checks a running answer: silence may also mean that frames were lost, for example while a plugin is replaced. */
  #watch(): void {
    this.#cancelTimer()
    const { conversation, state, sending } = this.#snapshot
    if (state !== 'ready' || (sending === null && !isAnswering(conversation))) return
    this.#cancelTimer = this.#surroundings.after(longestSilence(conversation), () => this.#resume())
  }

  #ask(type: string, payload: object, onAnswer: (answer: ChatAnswer) => void): void {
    const id = this.#awaited.add(onAnswer)
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
    this.#awaited.take(answer)
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
    this.#awaited.forget()
    this.#isResuming = false
    this.#change({ state, deciding: [], isCancelling: false })
  }

  #change(changes: Partial<ChatSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes }
    for (const listener of this.#listeners) listener()
  }
}
