import { randomUUID } from 'node:crypto'
import type { Caller, Channels, PluginContext } from '@atrium/sdk'
import { connectorSource, isOfConnector } from '../connectors/tool-source.ts'
import type { Settings } from '../settings.ts'
import { joined, platformTools, type ToolSource } from '../tools/tool-source.ts'
import { type Frame, FRAMES, framesAfter, topicOf } from './frame.ts'
import { FrameWriter } from './frame-writer.ts'
import { TurnRunner } from './runner.ts'
import { Watch } from './watch.ts'

/** The state that the parts of the chat share in one generation of the plugin. */
export class Chat {
  readonly context: PluginContext<Settings>
  /** Identifies this generation on this host as the holder of leases. */
  readonly owner = randomUUID()
  readonly frames: FrameWriter
  readonly runner: TurnRunner
  readonly watch = new Watch()
  readonly #followers = new Map<string, Set<(frame: Frame) => void>>()
  #publish: Channels['publish'] = () => undefined

  constructor(context: PluginContext<Settings>) {
    this.context = context
    this.runner = new TurnRunner(this)
    this.frames = new FrameWriter({ db: () => context.db, publish: (frame) => this.tell(frame) })
  }

  /** Connects the WebSocket. */
  publishWith(publish: Channels['publish']): void {
    this.#publish = publish
  }

  /** The tools of plugins and connectors, for the present caller. */
  get tools(): ToolSource {
    return joined(platformTools(this.context), connectorSource(this.context), isOfConnector)
  }

  /** Sends a stored frame to all followers of the conversation on this host who do not have it yet. */
  tell(frame: Frame): void {
    const { conversation_id } = frame.payload
    if (!this.watch.note(frame)) return
    // Other hosts find it in the table, even after an outage.
    this.#publish(topicOf(conversation_id), frame, { this_host_only: true })
    for (const follow of this.#followers.get(conversation_id) ?? []) follow(frame)
  }

  /** Calls back with each frame of a conversation that reaches this host. */
  follow(conversation_id: string, follower: (frame: Frame) => void): () => void {
    const followers = this.#followers.get(conversation_id) ?? new Set()
    this.#followers.set(conversation_id, followers.add(follower))
    return () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(conversation_id) === followers)
        this.#followers.delete(conversation_id)
    }
  }

  accountOf(caller: Caller): string {
    return this.context.account_of(caller)
  }
}

/** Sends the frames of conversations that run on other hosts, or in a former generation of the plugin. */
export async function tellFromElsewhere(chat: Chat): Promise<void> {
  const { db } = chat.context
  const watched = chat.watch.entries().filter(([id]) => !chat.runner.isRunning(id))
  if (watched.length === 0) return
  const ids = watched.map(([id]) => id)
  const found = await db(FRAMES)
    .whereIn('conversation_id', ids)
    .groupBy('conversation_id')
    .select<{ conversation_id: string; seq: number }[]>('conversation_id', db.raw('max(seq) as seq'))
  const last = new Map(found.map(({ conversation_id, seq }) => [conversation_id, Number(seq)]))
  for (const [id, seq] of watched)
    if ((last.get(id) ?? 0) > seq) for (const frame of await framesAfter(id, seq, db)) chat.tell(frame)
}

const chats = new WeakMap<object, Chat>()

/** The chat of a generation. Its routes, channels and timers share one. */
export function chatOf(context: PluginContext<Settings>): Chat {
  const chat = chats.get(context) ?? new Chat(context)
  chats.set(context, chat)
  return chat
}
