import { randomUUID } from 'node:crypto'
import { ApiError, type Caller, type Static, Type } from '@atrium/sdk'
import { requireUsable } from '../agents/usable-agents.ts'
import { touched } from '../touched.ts'
import type { Chat } from './chat.ts'
import { conversationRows, type ConversationRow, requireOwn } from './conversation.ts'
import { cancelApprovals } from './end-turn.ts'
import { lastFrame } from './frame.ts'
import { addMessage } from './messages.ts'

/** The text of a person's message. A history sent by a client is refused, because the history is stored here. */
export const Text = Type.String({ minLength: 1, maxLength: 32_000 })

/** The screen or record that a person is looking at. */
export const About = Type.Object(
  { path: Type.String({ pattern: '^/', maxLength: 500 }) },
  { additionalProperties: false },
)

export interface Sending {
  readonly text: string
  readonly about?: Static<typeof About> | undefined
}

/** Where the answer to a message will appear. */
export interface Sent {
  readonly conversation_id: string
  readonly message_id: string
  /** The number of the last frame before the answer. */
  readonly seq: number
}

/** Begins a conversation. @throws ApiError 404, 403, 409 for an agent that the caller cannot use */
export async function begin(
  { agent_id, title }: { agent_id: number; title?: string | undefined },
  caller: Caller,
  chat: Chat,
): Promise<string> {
  const { db } = chat.context
  const agent = await requireUsable(agent_id, caller, chat.context)
  const id = randomUUID()
  const now = new Date().toISOString()
  await conversationRows(db).insert({
    ...{ id, agent_id, agent_name: agent.name, title: title ?? 'New conversation', status: 'idle' },
    ...{ person_id: caller.id, person_name: caller.name, account: chat.accountOf(caller) },
    ...{ is_cancelled: false, input_tokens: 0, output_tokens: 0, created_at: now, updated_at: now, version: 1 },
  } as never)
  return id
}

/**
 * Adds a message and has it answered. It is stored before this returns, so the answer is produced even if the client leaves.
 * @throws ApiError 404 for somebody else's conversation, 409 while another message is being answered
 */
export async function send(
  conversation_id: string,
  { text, about }: Sending,
  { caller, chat }: { caller: Caller; chat: Chat },
): Promise<Sent> {
  const { db } = chat.context
  const own = await requireOwn(conversation_id, caller, db)
  await requireUsable(own.agent_id, caller, chat.context)
  const turn_id = randomUUID()
  const sent = await db.transaction(async () => {
    const taken = await conversationRows(db)
      .where({ id: conversation_id, status: 'idle' })
      .update({
        ...{ status: 'queued', turn_id, is_cancelled: false, account: chat.accountOf(caller) },
        ...(own.turn_id === null && own.title === 'New conversation' && { title: titleOf(text) }),
        ...touched(db),
      })
    if (taken !== 1) throw inProgress(await requireOwn(conversation_id, caller, db))
    const content = { text, ...(about && { about: about.path }) }
    await addMessage({ role: 'user', content }, { conversation_id, turn_id, db })
    const last = await lastFrame(conversation_id, db)
    return { conversation_id, message_id: turn_id, seq: last?.seq ?? 0 }
  })
  chat.runner.start(conversation_id)
  return sent
}

function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line || 'New conversation'
}

function inProgress({ status, agent_name }: ConversationRow): ApiError {
  const isWaiting = status === 'waiting'
  const what = isWaiting ? `[${agent_name}] waits for an approval` : `[${agent_name}] is still answering`
  const next = isWaiting ? 'Approve or reject it, or cancel the answer' : 'Wait, or cancel the answer'
  return new ApiError(isWaiting ? 'approval_pending' : 'turn_running', {
    status: 409,
    detail: `${what}. ${next} first.`,
  })
}

/** Ends the answer of a conversation, wherever it runs. Does nothing if there is none. */
export async function cancel(conversation_id: string, { caller, chat }: { caller: Caller; chat: Chat }): Promise<void> {
  const { status } = await requireOwn(conversation_id, caller, chat.context.db)
  if (status === 'idle') return
  await chat.context.db.transaction(async () => {
    const running = conversationRows(chat.context.db).where({ id: conversation_id }).whereNot({ status: 'idle' })
    // After this, nobody can approve any more, whatever the host that runs the turn still does.
    if ((await running.update({ is_cancelled: true })) === 1) await cancelApprovals(conversation_id, { chat })
  })
  if (status === 'waiting') return chat.runner.cancelWaiting(conversation_id)
  chat.runner.stop(conversation_id, 'cancelled')
}
