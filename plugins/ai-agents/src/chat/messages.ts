import { randomUUID } from 'node:crypto'
import type { Knex } from '@atrium/sdk'
import { type ModelMessage, type ModelToolResult, tokensIn, type ToolCallRequest } from '../model/model.ts'

/** A person's message, and the screen or record that they were looking at. */
export interface UserContent {
  readonly text: string
  readonly about?: string
}

/** One step of the model. */
export interface StepContent {
  readonly text: string
  readonly calls: readonly StepCall[]
  /** Why the text ends here, unless the model was done. */
  readonly ended?: 'length' | 'filtered' | 'aborted' | 'error'
}

/** A tool call, with an id that is unique in the conversation. */
export interface StepCall extends ToolCallRequest {
  /** The provider's id. */
  readonly provider_id: string
  /** The name for people, instead of the tool's name. */
  readonly title?: string
  /** The operation behind the tool, as `POST /api/v1/booking/bookings`. Its screens tell how to show the arguments. */
  readonly operation?: string
}

/** The result of a tool, as the model reads it. */
export interface ResultContent extends ModelToolResult {
  readonly provider_id: string
}

export type Content =
  | { readonly role: 'user'; readonly content: UserContent }
  | { readonly role: 'assistant'; readonly content: StepContent }
  | { readonly role: 'tool'; readonly content: ResultContent }

/** One entry of a conversation. */
export type Message = Content & {
  readonly id: string
  readonly turn_id: string
  readonly position: number
  readonly created_at: string
}

const TABLE = 'ai_agents_messages'

interface MessageRow extends Omit<Message, 'content'> {
  readonly content: string
  readonly conversation_id: string
}

/** All messages of a conversation, in order. */
export async function readMessages(conversation_id: string, db: Knex): Promise<Message[]> {
  const rows = await db<MessageRow>(TABLE).where({ conversation_id }).orderBy('position').select<MessageRow[]>()
  return rows.map(({ id, turn_id, position, role, content, created_at }) => {
    const at = new Date(created_at).toISOString()
    return { id, turn_id, position, role, content: JSON.parse(content) as never, created_at: at }
  })
}

/** The messages as people and programs see them: each names the person's message that it belongs to. */
export async function shownMessages(conversation_id: string, db: Knex) {
  const messages = await readMessages(conversation_id, db)
  return messages.map(({ turn_id: message_id, position: _, ...message }) => ({ ...message, message_id }))
}

/** Adds a message at the end of a conversation. */
export async function addMessage(
  { role, content }: Content,
  { conversation_id, turn_id, db }: { conversation_id: string; turn_id: string; db: Knex },
): Promise<string> {
  const last = await db<MessageRow>(TABLE).where({ conversation_id }).max({ position: 'position' }).first()
  const position = Number((last as { position: number | null } | undefined)?.position ?? 0) + 1
  const id = randomUUID()
  const created_at = new Date().toISOString()
  const row = { id, conversation_id, position, turn_id, role, content: JSON.stringify(content), created_at }
  await db(TABLE).insert(row)
  return id
}

const LOST = 'There is no result: the turn ended before the tool answered. Whether it took effect is unknown.'

/**
 * The history for the model, oldest first. Every call has a result, as providers require. The oldest turns are left out if they take more
 * than `limit` tokens, but never the present one.
 */
export function historyOf(messages: readonly Message[], limit: number): ModelMessage[] {
  const turns = new Map<string, Message[]>()
  for (const message of messages) turns.set(message.turn_id, [...(turns.get(message.turn_id) ?? []), message])
  const kept: ModelMessage[][] = []
  let size = 0
  for (const turn of [...turns.values()].reverse()) {
    const history = turnHistory(turn)
    size += tokensIn(JSON.stringify(history))
    if (kept.length > 0 && size > limit) break
    kept.unshift(history)
  }
  return kept.flat()
}

function turnHistory(turn: readonly Message[]): ModelMessage[] {
  const results = new Map(
    turn.flatMap((message) => (message.role === 'tool' ? [[message.content.call_id, message.content] as const] : [])),
  )
  return turn.flatMap((message): ModelMessage[] => {
    if (message.role === 'user') return [{ role: 'user', text: asked(message.content) }]
    if (message.role === 'tool') return []
    return stepHistory(message.content, results)
  })
}

const asked = ({ text, about }: UserContent) =>
  about === undefined ? text : `${text}\n\n[The person looks at ${about}.]`

function stepHistory({ text, calls }: StepContent, results: ReadonlyMap<string, ResultContent>): ModelMessage[] {
  if (text === '' && calls.length === 0) return []
  const asked = calls.map(({ provider_id: call_id, tool, input }) => ({ call_id, tool, input }))
  const step: ModelMessage = { role: 'assistant', text, calls: asked }
  if (calls.length === 0) return [step]
  const answered = calls.map(({ call_id, provider_id, tool }) => {
    const { ok, text: answer } = results.get(call_id) ?? { ok: false, text: LOST }
    return { call_id: provider_id, tool, ok, text: answer }
  })
  return [step, { role: 'tool', results: answered }]
}
