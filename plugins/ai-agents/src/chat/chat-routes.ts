import { Readable } from 'node:stream'
import { answer, created, type RecordStore, type Routes, type Static, Type } from '@atrium/sdk'
import { UsableAgent, usableAgents } from '../agents/usable-agents.ts'
import type { Chat } from './chat.ts'
import { AUDIT, Conversation, conversationTable, requireOwn } from './conversation.ts'
import { followFrames } from './follow-frames.ts'
import { FRAME_TYPES, framesAfter, lastFrame } from './frame.ts'
import { shownMessages } from './messages.ts'
import { About, begin, cancel, send, Text } from './send.ts'
import { requireFramesAfter } from './sweep-frames.ts'

const CHAT = 'ai-agents.chat.send'

const Entry = Type.Object({
  id: Type.String(),
  message_id: Type.String(),
  role: Type.Enum(['user', 'assistant', 'tool']),
  content: Type.Unsafe<object>({ type: 'object' }),
  created_at: Type.String({ format: 'date-time' }),
})

/** A conversation with all its messages. */
const ConversationDetail = Type.Object(
  {
    ...Conversation.properties,
    messages: Type.Optional(Type.Array(Entry, { readOnly: true })),
    last_seq: Type.Optional(Type.Integer({ readOnly: true, description: 'The number of the last frame' })),
  },
  { title: 'ConversationDetail' },
)
type ConversationDetail = Static<typeof ConversationDetail>

const NewConversation = Type.Object(
  { agent_id: Type.Integer({ minimum: 1 }), title: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })) },
  { title: 'NewConversation', additionalProperties: false },
)

const NewMessage = Type.Object(
  { text: Text, about: Type.Optional(About) },
  { title: 'NewMessage', additionalProperties: false },
)

const Place = Type.Object(
  { conversation_id: Type.String(), message_id: Type.String(), seq: Type.Integer() },
  { title: 'SentMessage' },
)

const FrameRecord = Type.Object(
  { type: Type.Enum([...FRAME_TYPES]), payload: Type.Unsafe<object>({ type: 'object' }) },
  { title: 'ChatFrame' },
)

const After = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0, description: 'The last frame that you have' }),
})

/** The routes of conversations. */
export function chatRoutes(routes: Routes, chat: Chat): void {
  const { db } = chat.context
  routes
    .get(
      '/chat/agents',
      { permission: CHAT, summary: 'List the agents that you may use', response: Type.Array(UsableAgent) },
      ({ caller }) => usableAgents(caller, chat.context),
    )
    .records('/conversations/{id}', conversationStore(chat), { asks: [AUDIT] })
    .post(
      '/conversations',
      { summary: 'Begin a conversation', body: NewConversation, response: ConversationDetail },
      async ({ body, caller }) => created(await conversationStore(chat).get(await begin(body, caller, chat))),
    )
    .post('/conversations/{id}/messages', { ...MESSAGES, body: NewMessage }, async (call, koa) => {
      const { params, body, caller, headers, signal } = call
      const sent = await send(params.id, body, { caller, chat })
      if (!(headers.accept ?? '').includes('text/event-stream')) {
        koa.status = 202
        koa.body = sent
        return undefined
      }
      // The host and the pipeline that sends the stream add more listeners to the response than Node expects.
      koa.res.setMaxListeners(20)
      return answer(Readable.from(eventsOf(sent, { chat, signal })), { headers: EVENT_STREAM })
    })
    .post(
      '/conversations/{id}/cancel',
      { permission: CHAT, transaction: false, summary: 'End the answer of a conversation', response: Place },
      async ({ params, caller }) => {
        await cancel(params.id, { caller, chat })
        const last = await lastFrame(params.id, db)
        return { conversation_id: params.id, message_id: last?.message_id ?? '', seq: last?.seq ?? 0 }
      },
    )
    .get(
      '/conversations/{id}/frames',
      {
        permission: 'ai-agents.conversations.view',
        summary: 'Read the frames of a conversation after one',
        description:
          'At most 2,000 at once, in order. 410 `frames_gone` if some of them are so old that they were deleted.',
        query: After,
        response: Type.Array(FrameRecord),
      },
      async ({ params, query, caller }) => {
        await requireOwn(params.id, caller, db)
        await requireFramesAfter(params.id, query.after, db)
        return framesAfter(params.id, query.after, db)
      },
    )
}

const MESSAGES = {
  permission: CHAT,
  raw: true,
  transaction: false,
  summary: 'Send a message to an agent',
  description:
    'With `Accept: text/event-stream` the answer is a stream of frames, the same as over the WebSocket, with `id` as their number. Otherwise it is 202, and `GET …/frames` reads them. The agent goes on if you leave.',
} as const

const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** Each frame as a server-sent event. */
async function* eventsOf(
  sent: { conversation_id: string; seq: number },
  following: { chat: Chat; signal: AbortSignal },
): AsyncGenerator<string> {
  for await (const { type, payload } of followFrames(sent, following))
    yield `id: ${payload.seq}\nevent: ${type}\ndata: ${JSON.stringify(payload)}\n\n`
}

/** Lists leave out the messages. */
function conversationStore({ context: { db } }: Chat): RecordStore<ConversationDetail> {
  const rows = conversationTable(db)
  return {
    schema: ConversationDetail,
    rules: rows.rules,
    transaction: true,
    list: (query) => rows.list(query),
    ids: (query) => rows.ids(query),
    get: async (id) => {
      const conversation = await rows.get(id)
      const messages = await shownMessages(conversation.id, db)
      const last = await lastFrame(conversation.id, db)
      return { ...conversation, messages, last_seq: last?.seq ?? 0 }
    },
    delete: (id, options) => rows.delete(id, options),
  }
}
