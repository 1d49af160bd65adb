import { touched } from '../touched.ts'
import type { Chat } from './chat.ts'
import { conversationRows, type ConversationRow } from './conversation.ts'
import { endTurn, Interrupted } from './end-turn.ts'
import { endsTurn, type FrameRow, FRAMES, lastFrame } from './frame.ts'
import type { FrameStream } from './frame-writer.ts'
import { readMessages } from './messages.ts'
import { persist } from '../persist.ts'
import { type Stop, Turn } from './turn.ts'

/** Milliseconds for which a host leases a conversation. */
const LEASE = 10_000

/** Milliseconds between two polls for cancelled conversations, and the number of polls between two renewals of leases. */
const BEAT = 400
const RENEW_EVERY = 6

/** The most simultaneous answers on one host. */
const MOST_TURNS = 400

/** Runs the turns of one generation: claims queued ones, renews their leases, and ends them when somebody cancels. */
export class TurnRunner {
  readonly #chat: Chat
  readonly #running = new Map<string, AbortController>()
  #heart: NodeJS.Timeout | undefined
  #beats = 0

  constructor(chat: Chat) {
    this.#chat = chat
  }

  /** Ends a turn on this host at once. Other hosts see it in the row. */
  stop(conversation_id: string, why: Stop): void {
    this.#running.get(conversation_id)?.abort(why)
  }

  /** Whether a turn runs on this host. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  isRunning(conversation_id: string): boolean {
    return this.#running.has(conversation_id)
  }

  /** Hands over the running turns, because this generation has to end. */
  replace(): void {
    for (const controller of this.#running.values()) controller.abort('replaced' satisfies Stop)
  }

  /** Takes up queued conversations, longest waiting first. */
  async takeUp(): Promise<void> {
    if (this.#chat.context.signal.aborted) return
    const room = MOST_TURNS - this.#running.size
    if (room <= 0) return
    const queued = await this.#rows().where({ status: 'queued' }).orderBy('updated_at').limit(room).pluck('id')
    for (const id of queued) this.start(id)
  }

  /** Starts a turn as separate work, so that it outlives the message or request that triggered it. */
  start(conversation_id: string): void {
    if (this.#running.has(conversation_id)) return
    this.#chat.context.after(0, () => this.#run(conversation_id))
  }

  /** Takes up turns that wait for a host, and ends those that have lost theirs. */
  async look(): Promise<void> {
    await this.takeUp()
    await this.#endLost()
  }

  /** Polls while turns run, even in a generation that is being replaced, whose timers have stopped. */
  #keepBeating(): void {
    this.#heart ??= setInterval(() => void this.#beat().catch(() => undefined), BEAT)
  }

  async #beat(): Promise<void> {
    if (this.#running.size === 0) {
      clearInterval(this.#heart)
      this.#heart = undefined
      return
    }
    const { owner } = this.#chat
    const running = [...this.#running.keys()]
    const cancelled = await this.#rows().where({ owner, is_cancelled: true }).pluck('id')
    for (const id of cancelled) this.stop(id, 'cancelled')
    this.#beats += 1
    if (this.#beats % RENEW_EVERY !== 0) return
    await this.#rows()
      .where({ owner })
      .whereIn('id', running)
      .update({ lease_until: Date.now() + LEASE })
  }

  async #run(id: string): Promise<void> {
    if (this.#running.has(id) || this.#chat.context.signal.aborted) return
    const controller = new AbortController()
    this.#running.set(id, controller)
    this.#keepBeating()
    try {
      const conversation = await persist(() => this.#claim(id, 'queued'))
      if (conversation) await this.#turn(conversation, controller)
    } finally {
      this.#running.delete(id)
    }
  }

  async #turn(conversation: Claimed, controller: AbortController): Promise<void> {
    const chat = this.#chat
    const frames = await persist(() => this.#stream(conversation))
    frames.lost.addEventListener('abort', () => controller.abort('lost' satisfies Stop))
    if (conversation.is_cancelled) controller.abort('cancelled' satisfies Stop)
    await persist(() => this.#announce(conversation, frames))
    await new Turn({ chat, conversation, frames, signal: controller.signal }).run()
  }

  async #stream({ id: conversation_id, turn_id: message_id }: Claimed): Promise<FrameStream> {
    const last = await lastFrame(conversation_id, this.#chat.context.db)
    return this.#chat.frames.stream({ conversation_id, message_id, seq: last?.seq ?? 0 })
  }

  /** The first frame of a turn, with the question, so that other tabs receive it too. */
  async #announce({ id, turn_id, agent_id, agent_name }: Claimed, frames: FrameStream): Promise<void> {
    const { db } = this.#chat.context
    const begun = await db<FrameRow>(FRAMES).where({ conversation_id: id, message_id: turn_id }).first('seq')
    if (begun !== undefined) return
    const asked = (await readMessages(id, db)).find((each) => each.turn_id === turn_id && each.role === 'user')
    const question = asked?.role === 'user' ? asked.content : {}
    frames.write('chat.start', { agent_id, agent_name, ...question })
  }

  /** Claims a conversation in this state, unless another host has already done so. */
  async #claim(id: string, status: ConversationRow['status'], before?: number): Promise<Claimed | undefined> {
    const claim = this.#rows().where({ id, status })
    if (before !== undefined) claim.where('lease_until', '<', before)
    const taken = await claim.update({
      ...{ status: 'running', owner: this.#chat.owner, lease_until: Date.now() + LEASE },
      ...touched(this.#chat.context.db),
    })
    if (taken !== 1) return undefined
    const row = await this.#rows().where({ id }).first<ConversationRow | undefined>()
    return row?.turn_id == null ? undefined : (row as Claimed)
  }

  /** Ends turns whose host is gone. */
  async #endLost(): Promise<void> {
    const now = Date.now()
    const lost = await this.#rows().where({ status: 'running' }).where('lease_until', '<', now).limit(50).pluck('id')
    for (const id of lost) await this.#endAs({ id, status: 'running', before: now })
  }

  /** Ends a conversation that waits for an approval. */
  async cancelWaiting(id: string): Promise<void> {
    await this.#endAs({ id, status: 'waiting' })
  }

  async #endAs({ id, status, before }: { id: string; status: 'running' | 'waiting'; before?: number }): Promise<void> {
    const conversation = await this.#claim(id, status, before)
    if (conversation === undefined) return
    const frames = await this.#stream(conversation)
    const options = { chat: this.#chat, conversation, frames, signal: new AbortController().signal }
    const last = await lastFrame(id, this.#chat.context.db)
    const isCancelled = status === 'waiting' || Boolean(conversation.is_cancelled)
    // The host was lost between the last frame and the release of the conversation.
    if (last?.message_id === conversation.turn_id && endsTurn(last)) return endTurn({ type: 'over' }, options)
    if (isCancelled) return endTurn({ type: 'aborted' }, options)
    await endTurn({ type: 'error', error: new Interrupted() }, options)
  }

  #rows() {
    return conversationRows(this.#chat.context.db)
  }
}

type Claimed = ConversationRow & { readonly turn_id: string }
