import { type Channels, type MessageCall, type PluginContext, Type } from '@atrium/sdk'
import { approve, reject } from './approvals/decide.ts'
import { approvalStore } from './approvals/approval-store.ts'
import { type Chat, chatOf } from './chat/chat.ts'
import { requireOwn } from './chat/conversation.ts'
import { framesAfter, lastFrame, topicOf } from './chat/frame.ts'
import { readHistory } from './chat/history.ts'
import { About, begin, cancel, send, Text } from './chat/send.ts'
import { requireFramesAfter } from './chat/sweep-frames.ts'
import type { Settings } from './settings.ts'

const CHAT = 'ai-agents.chat.send'
const closed = { additionalProperties: false } as const
const Id = Type.String({ minLength: 1, maxLength: 64 })
const Named = Type.Object({ conversation_id: Id }, closed)
const Decision = Type.Object(
  {
    approval_id: Id,
    reason: Type.Optional(Type.String({ maxLength: 500 })),
    input_hash: Type.Optional(Type.String({ maxLength: 64 })),
  },
  closed,
)
const Message = Type.Object(
  {
    agent_id: Type.Integer({ minimum: 1 }),
    conversation_id: Type.Optional(Id),
    text: Text,
    about: Type.Optional(About),
  },
  closed,
)
const Resume = Type.Object({ conversation_id: Id, last_seq: Type.Integer({ minimum: 0, default: 0 }) }, closed)

/** The messages that clients of the namespace send. */
const MESSAGES = {
  'chat.send': { payload: Message, permission: CHAT },
  'chat.cancel': { payload: Named, permission: CHAT },
  'chat.approve': { payload: Decision, permission: 'ai-agents.approvals.approve' },
  'chat.reject': { payload: Decision, permission: 'ai-agents.approvals.reject' },
  'chat.resume': { payload: Resume, permission: CHAT, read_only: true },
  'chat.history': { payload: Named, permission: CHAT, read_only: true },
} as const

/** The chat over the WebSocket. Frames arrive on the topic of the conversation; each message also gets an answer. */
export function register_channels(channels: Channels, context: PluginContext<Settings>) {
  const chat = chatOf(context)
  chat.publishWith(channels.publish)
  channels.namespace('ai-agents', MESSAGES, async ({ type, payload }, { connection, reply }) => {
    const { caller } = connection
    if (type === 'chat.send') {
      const conversation_id = payload.conversation_id ?? (await begin(payload, caller, chat))
      await join({ conversation_id, last_seq: undefined }, { chat, connection, reply })
      reply('chat.sent', await send(conversation_id, payload, { caller, chat }))
    } else if (type === 'chat.cancel') {
      await cancel(payload.conversation_id, { caller, chat })
      reply('chat.cancelled', payload)
    } else if (type === 'chat.approve' || type === 'chat.reject') {
      await (type === 'chat.approve' ? approve : reject)(payload.approval_id, payload, { caller, chat })
      reply('chat.decided', await approvalStore(context).get(payload.approval_id))
    } else if (type === 'chat.resume') {
      const last_seq = await join(payload, { chat, connection, reply })
      reply('chat.resumed', { conversation_id: payload.conversation_id, last_seq })
    } else {
      const history = await readHistory(payload.conversation_id, caller, chat.context)
      reply('chat.history', history)
      await join({ ...payload, last_seq: history.last_seq }, { chat, connection, reply })
    }
  })
}

type Joining = Pick<MessageCall, 'connection' | 'reply'> & { readonly chat: Chat }

/**
 * Sends the frames that a client has missed, and subscribes it to further ones. The last missed frames and the subscription come in one
 * turn of the event loop, so that none is lost and none arrives before an earlier one. Without `last_seq`, the client counts as having all
 * frames so far.
 * @returns the number of the client's last frame
 * @throws ApiError 404 for somebody else's conversation
 */
async function join(
  { conversation_id, last_seq }: { conversation_id: string; last_seq: number | undefined },
  { chat, connection, reply }: Joining,
): Promise<number> {
  const { db } = chat.context
  await requireOwn(conversation_id, connection.caller, db)
  if (last_seq !== undefined) await requireFramesAfter(conversation_id, last_seq, db)
  const newest = (await lastFrame(conversation_id, db))?.seq ?? 0
  chat.watch.add(conversation_id, newest)
  for (let last = last_seq ?? newest; ;) {
    const frames = await framesAfter(conversation_id, last, db)
    const told = frames.length === 0 ? chat.watch.toldAfter(conversation_id, last) : undefined
    for (const { type, payload } of told ?? frames) reply(type, payload)
    last = (told ?? frames).at(-1)?.payload.seq ?? last
    if (told === undefined) continue
    connection.subscribe(topicOf(conversation_id))
    return last
  }
}
