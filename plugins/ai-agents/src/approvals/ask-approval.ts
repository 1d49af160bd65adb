import { randomUUID } from 'node:crypto'
import type { Turn } from '../chat/turn.ts'
import type { StepCall } from '../chat/messages.ts'
import { hashOf } from '../tools/canonical.ts'
import { type AgentTool, operationOf, toolHash } from '../tools/offered.ts'
import { APPROVALS } from './approval.ts'
import { notifyApprovers } from './notify-approvers.ts'
import { changeOf, type RecordAtStake, recordAtStake } from './record-at-stake.ts'

type Values = Readonly<Record<string, unknown>>

/** A record is stored for the people who decide; they do not need a large one. */
const LARGEST_RECORD = 20_000

/** Asks people to approve a call: exactly these arguments, for this tool, and for the record in its present version. */
export async function askApproval(call: StepCall, tool: AgentTool, turn: Turn): Promise<void> {
  const { chat, conversation, frames } = turn.options
  const input = call.input as Values
  const stake = await recordAtStake(tool, input, chat.context)
  const change = stake && changeOf(stake.record, input, tool.operation)
  const id = randomUUID()
  const { agent } = turn
  const expires_at = new Date(Date.now() + agent.approval_minutes * 60_000).toISOString()
  await chat.context.db(APPROVALS).insert({
    ...{ id, conversation_id: conversation.id, turn_id: conversation.turn_id, call_id: call.call_id },
    ...{ agent_id: agent.id, agent_name: agent.name, four_eyes: agent.four_eyes },
    ...{ person_id: conversation.person_id, person_name: conversation.person_name, account: conversation.account },
    ...{ tool: tool.name, title: tool.title ?? tool.name, input: JSON.stringify(input) },
    operation: operationOf(tool) ?? null,
    ...{ input_hash: hashOf(input), tool_hash: toolHash(tool), ...stakeColumns(stake, change) },
    ...{ approver_roles: JSON.stringify(agent.approver_roles), status: 'pending', expires_at },
    ...{ created_at: new Date().toISOString(), version: 1 },
  })
  const { person_id, person_name } = conversation
  const asked = { id, person_id, person_name, agent_name: agent.name, title: tool.title ?? tool.name }
  const { four_eyes, approver_roles } = agent
  await notifyApprovers({ ...asked, four_eyes, approver_roles }, chat.context.notifications)
  frames.write('chat.approval_required', {
    ...{ approval_id: id, call_id: call.call_id, tool: tool.name, input, expires_at },
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.operation && { operation: operationOf(tool) }),
    ...(stake && isSmall(stake) && { record: { path: stake.path, value: stake.record } }),
    ...(change && { change }),
  })
}

const isSmall = ({ record }: RecordAtStake) => JSON.stringify(record).length <= LARGEST_RECORD

function stakeColumns(stake: RecordAtStake | undefined, change: Values | undefined) {
  if (stake === undefined) return {}
  const { path: record_path, tag, is_etag, record } = stake
  return {
    ...{ record_path, record_tag: `${is_etag ? 'etag' : 'hash'}:${tag}` },
    ...{ change: change ? JSON.stringify(change) : null, record: isSmall(stake) ? JSON.stringify(record) : null },
  }
}
