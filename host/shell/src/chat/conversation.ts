import type { AskedApproval, ChatFrame, ChatHistory, HistoryMessage, TurnEnd } from './chat-frames.ts'

/** A conversation as it is shown. Each change makes a new one; unchanged parts stay the same object. */
export interface Conversation {
  id: string
  agentId: string | number
  agentName: string
  title: string
  turns: readonly Turn[]
  /** The number of the last frame that it contains. */
  lastSeq: number
}

/** A question of the person, and its answer so far. */
export interface Turn {
  id: string
  question: string
  about?: string
  parts: readonly Part[]
  end?: TurnEnd
}

export type Part = { kind: 'text'; text: string } | { kind: 'call'; call: Call }

/** A call of a tool. */
export interface Call {
  id: string
  tool: string
  title?: string
  operation?: string
  input: unknown
  approval?: AskedApproval
  result?: { ok: boolean; summary: string; value?: unknown }
}

/** Whether an answer is under way. */
export function isAnswering(conversation: Conversation | null): boolean {
  const last = conversation?.turns.at(-1)
  return last !== undefined && last.end === undefined
}

/** The calls that wait for somebody's decision. */
export function openApprovals(conversation: Conversation | null): Call[] {
  const last = conversation?.turns.at(-1)
  if (last === undefined || last.end !== undefined) return []
  return last.parts.flatMap((part) =>
    part.kind === 'call' && part.call.approval !== undefined && part.call.result === undefined ? [part.call] : [],
  )
}

/** Milliseconds without a frame of an answer after which it is requested: while it is written, and while somebody has to decide. */
const QUIET = 4_000
const WAITING = 15_000

/** How long a conversation may be silent before its frames are requested, in milliseconds. */
export const longestSilence = (conversation: Conversation | null): number =>
  openApprovals(conversation).length > 0 ? WAITING : QUIET

/** Whether a conversation ends with a question that the former one, from before a lost connection, did not have. */
export const hasQuestion = ({ turns }: Conversation, question: string, former: Conversation | null): boolean =>
  turns.length > (former?.turns.length ?? 0) && turns.at(-1)?.question === question

/** The text of an answer, without its calls. */
export const textOf = ({ parts }: Turn): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')

/** A conversation without messages. */
export const newConversation = (id: string, agent: { id: string | number; name: string }): Conversation => ({
  ...{ id, agentId: agent.id, agentName: agent.name, title: '', turns: [], lastSeq: 0 },
})

/** Makes a conversation from its history. */
export function fromHistory({ messages, ends, approvals, ...history }: ChatHistory): Conversation {
  const turns = messages.reduce<readonly Turn[]>(withMessage, [])
  const ended = new Map(ends.map(({ message_id, ...end }) => [message_id, end]))
  const asked = new Map(
    approvals.map(({ id, message_id, call_id, expires_at, record, record_path, operation, change }) => {
      const shown = record && record_path !== undefined ? { record: { path: record_path, value: record } } : {}
      const more = { ...shown, ...(operation !== undefined && { operation }), ...(change && { change }) }
      return [`${message_id} ${call_id}`, { approval_id: id, expires_at, ...more }] as const
    }),
  )
  return {
    id: history.conversation_id,
    agentId: history.agent_id,
    agentName: history.agent_name,
    title: history.title,
    lastSeq: history.last_seq,
    turns: turns.map((turn) => {
      const end = ended.get(turn.id)
      const parts = turn.parts.map((part): Part => {
        const approval = part.kind === 'call' ? asked.get(`${turn.id} ${part.call.id}`) : undefined
        return part.kind === 'call' && approval ? { kind: 'call', call: { ...part.call, approval } } : part
      })
      return { ...turn, parts, ...(end && { end }) }
    }),
  }
}

function withMessage(turns: readonly Turn[], message: HistoryMessage): readonly Turn[] {
  const { message_id: id } = message
  if (message.role === 'user') {
    const { text: question, about } = message.content
    return [...turns, { id, question, ...(about !== undefined && { about }), parts: [] }]
  }
  if (message.role === 'tool') {
    const { call_id, ok, text } = message.content
    return inTurn(turns, id, (turn) => withResult(turn, call_id, { ok, summary: text }))
  }
  const { text, calls } = message.content
  return inTurn(turns, id, (turn) => calls.reduce(withCall, withText(turn, text)))
}

/** Adds a frame, which must be the next one. Others leave the conversation unchanged. */
export function withFrame(conversation: Conversation, { type, payload }: ChatFrame): Conversation {
  if (payload.conversation_id !== conversation.id || payload.seq !== conversation.lastSeq + 1) return conversation
  const { message_id } = payload
  const isKnown = conversation.turns.some(({ id }) => id === message_id)
  const turns = isKnown ? conversation.turns : [...conversation.turns, { id: message_id, question: '', parts: [] }]
  const change = (turn: Turn) => changed(turn, { type, payload } as ChatFrame)
  return { ...conversation, lastSeq: payload.seq, turns: inTurn(turns, message_id, change) }
}

function changed(turn: Turn, { type, payload }: ChatFrame): Turn {
  switch (type) {
    case 'chat.start':
      return { ...turn, question: payload.text ?? turn.question, ...(payload.about && { about: payload.about }) }
    case 'chat.delta':
      return withText(turn, payload.text)
    case 'chat.tool_call':
      return withCall(turn, payload)
    case 'chat.approval_required': {
      const { approval_id, expires_at, record, operation, change } = payload
      const more = {
        ...(record && { record }),
        ...(operation !== undefined && { operation }),
        ...(change && { change }),
      }
      const approval = { approval_id, expires_at, ...more }
      return inCall(turn, payload.call_id, (call) => ({ ...call, approval }))
    }
    case 'chat.tool_result': {
      const { call_id, ok, summary, value } = payload
      return withResult(turn, call_id, { ok, summary, ...(value !== undefined && { value }) })
    }
    case 'chat.error': {
      const { code, detail, retry_after } = payload
      return { ...turn, end: { type, code, detail, ...(retry_after !== undefined && { retry_after }) } }
    }
    default:
      return { ...turn, end: { type } }
  }
}

function inTurn(turns: readonly Turn[], id: string, change: (turn: Turn) => Turn): readonly Turn[] {
  return turns.map((turn) => (turn.id === id ? change(turn) : turn))
}

function withText(turn: Turn, text: string): Turn {
  if (text === '') return turn
  const last = turn.parts.at(-1)
  const parts = last?.kind === 'text' ? turn.parts.slice(0, -1) : turn.parts
  return { ...turn, parts: [...parts, { kind: 'text', text: last?.kind === 'text' ? last.text + text : text }] }
}

function withCall(
  turn: Turn,
  { call_id, tool, title, operation, input }: { call_id: string } & Omit<Call, 'id'>,
): Turn {
  const shown = { ...(title !== undefined && { title }), ...(operation !== undefined && { operation }) }
  const call: Call = { id: call_id, tool, ...shown, input }
  return { ...turn, parts: [...turn.parts, { kind: 'call', call }] }
}

const withResult = (turn: Turn, id: string, result: NonNullable<Call['result']>): Turn =>
  inCall(turn, id, (call) => ({ ...call, result }))

function inCall(turn: Turn, id: string, change: (call: Call) => Call): Turn {
  const parts = turn.parts.map((part): Part =>
    part.kind === 'call' && part.call.id === id ? { kind: 'call', call: change(part.call) } : part,
  )
  return { ...turn, parts }
}
