import type { Caller, Knex, PluginContext } from '@atrium/sdk'
import { approvalRows } from '../approvals/approval.ts'
import { approvalStore } from '../approvals/approval-store.ts'
import { requireOwn } from './conversation.ts'
import { endsTurn, FRAMES, type FrameRow, lastFrame, type LastFrameType, LAST_FRAMES } from './frame.ts'
import { shownMessages } from './messages.ts'

/** The most approvals of a conversation in its history: the latest ones. */
const MOST_APPROVALS = 200

/**
 * A conversation as a client first shows it: all questions, and the answers that have ended. A running answer is left out, because all of
 * it arrives as frames after `last_seq`. So each word arrives once, wherever a client joins.
 */
export async function readHistory(id: string, caller: Pick<Caller, 'id'>, context: Pick<PluginContext, 'db' | 'call'>) {
  const { db } = context
  const { agent_id, agent_name, title, status, turn_id } = await requireOwn(id, caller, db)
  const last = await lastFrame(id, db)
  const ends = (await readEnds(id, db)).filter(({ seq }) => seq <= (last?.seq ?? 0))
  const ended = new Set(ends.map(({ message_id }) => message_id))
  const messages = await shownMessages(id, db)
  return {
    ...{ conversation_id: id, agent_id, agent_name, title, status, message_id: turn_id },
    last_seq: last === undefined || endsTurn(last) ? (last?.seq ?? 0) : (await firstSeq(last, db)) - 1,
    messages: messages.filter(({ role, message_id }) => role === 'user' || ended.has(message_id)),
    ends,
    approvals: await readApprovals(id, context),
  }
}

async function firstSeq({ conversation_id, message_id }: FrameRow, db: Knex): Promise<number> {
  const row = await db<FrameRow>(FRAMES).where({ conversation_id, message_id }).min({ seq: 'seq' }).first()
  return Number((row as { seq: number | string } | undefined)?.seq ?? 1)
}

/** The end of each answer, as the payload of its last frame. */
async function readEnds(conversation_id: string, db: Knex) {
  const rows = await db<FrameRow>(FRAMES)
    .where({ conversation_id })
    .whereIn('type', [...LAST_FRAMES])
    .orderBy('seq')
    .select<FrameRow[]>()
  return rows.map(({ type, payload, message_id, seq }) => ({
    ...(JSON.parse(payload) as object),
    ...{ type: type as LastFrameType, message_id, seq },
  }))
}

/** The approvals of the conversation, each with its call. */
async function readApprovals(conversation_id: string, context: Pick<PluginContext, 'db' | 'call'>) {
  const rows = await approvalRows(context.db).where({ conversation_id }).select('id', 'call_id', 'turn_id')
  const calls = new Map(rows.map(({ id, call_id, turn_id }) => [id, { call_id, message_id: turn_id }]))
  const filters = [{ field: 'conversation_id', comparison: 'eq', values: [conversation_id] }] as const
  const sort = [{ field: 'created_at', order: 'desc' }] as const
  const { rows: approvals } = await approvalStore(context).list({ filters, sort, offset: 0, limit: MOST_APPROVALS })
  return approvals.map((approval) => ({ ...approval, ...calls.get(approval.id) }))
}
