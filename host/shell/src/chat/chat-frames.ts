import type { Problem } from '@atrium/sdk/documents'
import { AWAY } from '../api/api-problem.ts'

/** The members of every frame: its answer, and its number in the conversation, from 1 and without gaps. */
interface Place {
  conversation_id: string
  message_id: string
  seq: number
}

interface CallNamed {
  call_id: string
  tool: string
  title?: string
  /** The operation that the call runs, as `POST /api/v1/booking/bookings`. */
  operation?: string
  input: unknown
}

/** An approval that somebody has to decide on. */
export interface AskedApproval {
  approval_id: string
  expires_at: string
  record?: { path: string; value: Values }
  /** The operation that the call would run, as `POST /api/v1/booking/bookings`. */
  operation?: string
  change?: Readonly<Record<string, { from?: unknown; to?: unknown }>>
}

export type Values = Readonly<Record<string, unknown>>

/** How an answer ended. */
export type TurnEnd =
  | { type: 'chat.done' }
  | { type: 'chat.aborted' }
  | { type: 'chat.error'; code: string; detail: string; retry_after?: number }

/** The events of a conversation, as the host sends them. */
export type ChatFrame =
  | { type: 'chat.start'; payload: Place & { text?: string; about?: string } }
  | { type: 'chat.delta'; payload: Place & { text: string } }
  | { type: 'chat.tool_call'; payload: Place & CallNamed & { policy?: string } }
  | { type: 'chat.approval_required'; payload: Place & CallNamed & AskedApproval }
  | { type: 'chat.tool_result'; payload: Place & { call_id: string; ok: boolean; summary: string; value?: unknown } }
  | { [End in TurnEnd as End['type']]: { type: End['type']; payload: Place & Omit<End, 'type'> } }[TurnEnd['type']]

/** An entry of the history of a conversation. */
export type HistoryMessage = { id: string; message_id: string } & (
  | { role: 'user'; content: { text: string; about?: string } }
  | { role: 'assistant'; content: { text: string; calls: readonly CallNamed[] } }
  | { role: 'tool'; content: { call_id: string; ok: boolean; text: string } }
)

/** A conversation without the running answer, whose frames follow from `last_seq` on. */
export interface ChatHistory {
  conversation_id: string
  agent_id: string | number
  agent_name: string
  title: string
  status: string
  last_seq: number
  messages: readonly HistoryMessage[]
  ends: readonly (TurnEnd & { message_id: string })[]
  approvals: readonly {
    id: string
    message_id?: string
    call_id?: string
    expires_at: string
    record_path?: string
    operation?: string
    record?: Values
    change?: AskedApproval['change']
  }[]
}

/** An answer of the host to a message of this client. */
export type ChatAnswer = { reply_to: string } & (
  | { type: 'chat.sent' | 'chat.resumed'; payload: { conversation_id: string } }
  | { type: 'chat.history'; payload: ChatHistory }
  | { type: 'chat.cancelled' | 'chat.decided'; payload: unknown }
  | { type: 'error'; payload: Problem }
)

const FRAMES: ReadonlySet<unknown> = new Set<ChatFrame['type']>([
  'chat.start',
  'chat.delta',
  'chat.tool_call',
  'chat.approval_required',
  'chat.tool_result',
  'chat.done',
  'chat.error',
  'chat.aborted',
])

type Received = { kind: 'frame'; frame: ChatFrame } | { kind: 'answer'; answer: ChatAnswer } | { kind: 'closed' }

/** Reads a message of a chat's namespace. Null for types that only a newer host knows. */
export function readReceived(text: string): Received | null {
  const message = JSON.parse(text) as { type?: unknown; reply_to?: unknown }
  if (message.type === 'namespace.closed') return { kind: 'closed' }
  if (FRAMES.has(message.type)) return { kind: 'frame', frame: message as ChatFrame }
  return typeof message.reply_to === 'string' ? { kind: 'answer', answer: message as ChatAnswer } : null
}

/** Errors of a namespace whose plugin is being replaced or is not running: it may be back soon. */
const CLOSED: ReadonlySet<string> = new Set([...AWAY, 'namespace_unknown', 'plugin_replaced'])

/** Whether a message was not handled because its plugin is not running at the moment. */
export const isAway = (answer: ChatAnswer): boolean => answer.type === 'error' && CLOSED.has(answer.payload.code)

/** The status of the error for frames that are so old that the host has deleted them. The history contains their text. */
const GONE = 410

/** Whether the frames that were asked for are deleted. */
export const isGone = (answer: ChatAnswer): boolean => answer.type === 'error' && answer.payload.status === GONE
