import { ApiError, present_caller } from '@atrium/sdk'
import type { Agent } from '../agents/agent.ts'
import { requireUsable } from '../agents/usable-agents.ts'
import type { Chat } from '../chat/chat.ts'
import { conversationRows } from '../chat/conversation.ts'
import { isApiError } from '../is-api-error.ts'
import { hashOf } from '../tools/canonical.ts'
import { agentTools, toolHash } from '../tools/offered.ts'
import type { CallResult } from '../tools/run-call.ts'
import type { ApprovalRow } from './approval.ts'
import { recordAtStake } from './record-at-stake.ts'

/** What can change between request and approval. */
export type What = 'arguments' | 'tool' | 'record' | 'agent'

/** The changes since the call was requested, with the present permissions of the person who asked. */
export async function staleness(approval: ApprovalRow, chat: Chat): Promise<What | undefined> {
  const { account, agent_name, conversation_id, record_tag } = approval
  const input = JSON.parse(approval.input) as Record<string, unknown>
  if (hashOf(input) !== approval.input_hash) return 'arguments'
  return chat.context.act_for(account, { agent: agent_name, conversation: conversation_id }, async () => {
    const agent = await usableAgent(conversation_id, chat)
    if (agent === undefined) return 'agent'
    const tool = (await agentTools(agent, chat.tools)).get(approval.tool)
    if (tool === undefined || toolHash(tool) !== approval.tool_hash) return 'tool'
    if (record_tag === null) return undefined
    const stake = await recordAtStake(tool, input, chat.context)
    const tag = stake && `${stake.is_etag ? 'etag' : 'hash'}:${stake.tag}`
    return tag === record_tag ? undefined : 'record'
  })
}

/** The agent of a conversation, if the present caller may still use it. */
async function usableAgent(conversation_id: string, { context }: Chat): Promise<Agent | undefined> {
  const caller = present_caller()
  if (caller?.can('ai-agents.chat.send') !== true) return undefined
  const conversation = await conversationRows(context.db).where({ id: conversation_id }).first('agent_id')
  try {
    return await requireUsable(conversation?.agent_id ?? 0, caller, context)
  } catch (error) {
    if (isApiError(error) && error.status < 500) return undefined
    throw error
  }
}

const WORDS: Readonly<Record<What, string>> = {
  arguments: 'the arguments are not those that were shown',
  tool: 'the tool has changed, or is not available any more',
  record: 'the record has changed since then',
  agent: 'the agent was disabled or deleted, or the person who asked may not use it any more',
}

/** The error for the person who approves. */
export const staleError = (what: What) =>
  new ApiError('approval_stale', {
    status: 409,
    detail: `Nothing was done, because ${WORDS[what]}. The agent is told, and can ask again.`,
  })

/** The result for the agent. */
export const staleResult = (what: What): CallResult => ({
  ok: false,
  code: 'approval_stale',
  text: `approval_stale: Nothing was done, because ${WORDS[what]}. Read it again before you ask again.`,
})
