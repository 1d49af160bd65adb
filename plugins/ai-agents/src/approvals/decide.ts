import { ApiError, type Caller } from '@atrium/sdk'
import { rolesOf } from '../agents/roles-of.ts'
import type { Chat } from '../chat/chat.ts'
import { conversationRows } from '../chat/conversation.ts'
import { hashOf } from '../tools/canonical.ts'
import { type CallResult, failed, runCall } from '../tools/run-call.ts'
import { touched } from '../touched.ts'
import { type ApprovalResult, type ApprovalRow, approvalRows, approvalTable, type ApprovalStatus } from './approval.ts'
import { whyNotDecide } from './may-decide.ts'
import { withdrawFromApprovers } from './notify-approvers.ts'
import { staleness, staleError, staleResult } from './staleness.ts'

export interface Deciding {
  readonly caller: Caller
  readonly chat: Chat
}

/** Milliseconds for which a host leases an approved call, and between two renewals. */
const LEASE = 10_000
const RENEWAL = 3_000

/**
 * Approves a call and runs it: exactly as requested, once, as the person who approves. If another decision is made at the same time, or the
 * approval has expired or is stale, this is refused and nothing runs.
 * @param given.input_hash the hash of the arguments that the person has seen
 */
export async function approve(id: string, given: { input_hash?: string | undefined }, by: Deciding): Promise<void> {
  const approval = await requirePending(id, by)
  const { context } = by.chat
  if (given.input_hash !== undefined && given.input_hash !== approval.input_hash) throw staleError('arguments')
  const why = await staleness(approval, by.chat)
  if (why !== undefined) {
    await settle(approval, { status: 'stale', result: staleResult(why) }, by)
    throw staleError(why)
  }
  const taken = await approvalRows(context.db)
    .where({ id, status: 'pending' })
    .where('expires_at', '>', new Date().toISOString())
    .update({ status: 'approved', ...decided(by), lease_until: Date.now() + LEASE, ...bumped(by.chat) })
  if (taken !== 1) throw alreadyDecided((await findApproval(id, by.chat)) ?? approval)
  await withdrawFromApprovers(id, context.notifications)
  const result = await runApproved({ ...approval, decided_account: by.chat.accountOf(by.caller) }, by)
  if (result.code === 'version_mismatch') throw staleError('record')
}

/** Rejects a call. The agent is informed, with the reason. */
export async function reject(id: string, { reason }: { reason?: string | undefined }, by: Deciding): Promise<void> {
  const approval = await requirePending(id, by)
  const text = `rejected: The person refused the call${reason ? `: ${reason}` : ''}. Do not repeat it unless they ask for it.`
  const change = { status: 'rejected' as const, result: { ok: false, text }, reason }
  const isSettled = await settle(approval, change, by)
  if (!isSettled) throw alreadyDecided((await findApproval(id, by.chat)) ?? approval)
}

/** Runs an approved call with its own key, so that it takes effect once, however often this is called. */
async function runApproved(approval: ApprovalRow, { chat }: Pick<Deciding, 'chat'>): Promise<CallResult> {
  const { id, tool: name, tool_hash, conversation_id, agent_name, record_tag } = approval
  const note = { agent: agent_name, conversation: conversation_id, approval: id }
  const etag = record_tag?.startsWith('etag:') ? { if_match: `"${record_tag.slice(5)}"` } : {}
  const use = { key: `approval-${id}`, tool_hash, signal: chat.context.signal, ...etag }
  const input = JSON.parse(approval.input) as Record<string, unknown>
  const account = approval.decided_account ?? approval.account
  const isIntact = hashOf(input) === approval.input_hash
  const release = holdCall(id, chat)
  const result = isIntact
    ? await chat.context.act_for(account, note, () => runCall(chat.tools, { name, input }, use)).catch(failed)
    : staleResult('arguments')
  release()
  // The plugin is being replaced, the database is unavailable, or another host has started the call. The next host to take it up runs it
  // again with the same key.
  if (!result.ok && (chat.context.signal.aborted || AGAIN.includes(result.code ?? ''))) return result
  await approvalRows(chat.context.db)
    .where({ id, status: 'approved' })
    .update({ status: statusOf(result, approval), result: JSON.stringify(result), lease_until: null, ...bumped(chat) })
  await wake(approval, { chat })
  return result
}

/** Keeps other hosts from taking up a call while it runs here. */
function holdCall(id: string, { context }: Chat): () => void {
  const renew = async () => {
    const held = approvalRows(context.db).where({ id, status: 'approved' })
    await held.update({ lease_until: Date.now() + LEASE })
  }
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWAL)
  return () => clearInterval(timer)
}

/** The codes of calls that are retried. */
const AGAIN = ['idempotency_in_progress', 'database_busy', 'database_unavailable', 'database_pool_exhausted']

/** The codes of calls that may have taken effect. */
const OUTCOME_UNKNOWN = ['idempotency_outcome_unknown', 'tool_timeout', 'outcome_unknown', 'connector_answer_too_large']

function statusOf({ ok, code, status = 0 }: CallResult, { operation }: Pick<ApprovalRow, 'operation'>): ApprovalStatus {
  if (ok) return 'done'
  // An operation is rolled back. A tool with its own handler may already have reached another system.
  if (status >= 500 && operation === null) return 'unknown'
  if (code === 'version_mismatch' || code === 'approval_stale' || code === 'connector_tool_changed') return 'stale'
  return OUTCOME_UNKNOWN.includes(code ?? '') ? 'unknown' : 'failed'
}

/** Ends expired approvals, and approved calls whose host is gone. */
export async function sweepApprovals(by: Pick<Deciding, 'chat'>): Promise<void> {
  const rows = () => approvalRows(by.chat.context.db)
  const late = await rows()
    .where({ status: 'pending' })
    .where('expires_at', '<=', new Date().toISOString())
    .limit(100)
    .select<ApprovalRow[]>()
  const text = 'expired: Nobody approved the call in time.'
  for (const each of late) await settle(each, { status: 'expired', result: { ok: false, text } }, by)
  const lost = await rows()
    .where({ status: 'approved' })
    .where((query) => void query.whereNull('lease_until').orWhere('lease_until', '<', Date.now()))
    .limit(20)
    .select<ApprovalRow[]>()
  for (const each of lost) {
    const mine = rows().where({ id: each.id, status: 'approved', lease_until: each.lease_until })
    if ((await mine.update({ lease_until: Date.now() + LEASE })) === 1) await runApproved(each, by)
  }
}

interface Settling {
  readonly status: ApprovalStatus
  readonly result: ApprovalResult
  readonly reason?: string | undefined
}

/** Ends a pending approval without running it. Returns whether it was still pending. */
async function settle(
  approval: ApprovalRow,
  { status, result, reason }: Settling,
  by: Pick<Deciding, 'chat'> & { readonly caller?: Caller },
): Promise<boolean> {
  const { chat, caller } = by
  const taken = await approvalRows(chat.context.db)
    .where({ id: approval.id, status: 'pending' })
    .update({
      ...{ status, result: JSON.stringify(result), ...bumped(chat) },
      ...(caller && decided({ caller, chat })),
      ...(reason !== undefined && { reason }),
    })
  if (taken !== 1) return false
  await withdrawFromApprovers(approval.id, chat.context.notifications)
  await wake(approval, by)
  return true
}

const bumped = ({ context: { db } }: Chat) => ({ version: db.raw('version + 1') }) as object

const decided = ({ caller, chat }: Pick<Deciding, 'caller' | 'chat'>) => ({
  ...{ decided_by: caller.id, decided_name: caller.name, decided_account: chat.accountOf(caller) },
  decided_at: new Date().toISOString(),
})

/** Lets the turn continue once none of its calls is undecided. */
async function wake(
  { conversation_id, turn_id }: Pick<ApprovalRow, 'conversation_id' | 'turn_id'>,
  { chat }: Pick<Deciding, 'chat'>,
): Promise<void> {
  const { db } = chat.context
  const open = approvalRows(db).where({ conversation_id, turn_id }).whereNull('result')
  const queued = await conversationRows(db)
    .where({ id: conversation_id, status: 'waiting', turn_id })
    .whereNotExists(open)
    .update({ status: 'queued', ...touched(db) })
  if (queued === 1) chat.runner.start(conversation_id)
}

/** Wakes conversations whose last approval was decided in the moment in which they began to wait. */
export async function wakeDecided(by: Pick<Deciding, 'chat'>): Promise<void> {
  const { db } = by.chat.context
  const waiting = await conversationRows(db).where({ status: 'waiting' }).limit(200).select('id', 'turn_id')
  for (const { id, turn_id } of waiting) if (turn_id !== null) await wake({ conversation_id: id, turn_id }, by)
}

const findApproval = (id: string, { context: { db } }: Chat) =>
  approvalRows(db).where({ id }).first<ApprovalRow | undefined>()

/** @throws ApiError 404 for approvals that the caller does not see, 403, 409 for a decided or expired one */
async function requirePending(id: string, by: Deciding): Promise<ApprovalRow> {
  const approval = await findApproval(id, by.chat)
  const isReached = await approvalTable(by.chat.context.db)
    .get(id)
    .then(() => true, notReached)
  if (approval === undefined || !isReached)
    throw new ApiError('record_not_found', {
      detail: `There is no approval [${id.slice(0, 40)}] that you may decide on. Its conversation may have been deleted.`,
    })
  await requireMayDecide(approval, by)
  if (approval.status !== 'pending') throw alreadyDecided(approval)
  if (new Date(approval.expires_at).getTime() > Date.now()) return approval
  await sweepApprovals(by)
  throw new ApiError('approval_expired', {
    status: 409,
    detail: `The approval of [${approval.tool}] has expired. Ask the agent again.`,
  })
}

function notReached(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false
  throw error
}

async function requireMayDecide(approval: ApprovalRow, { caller, chat }: Deciding): Promise<void> {
  if (caller.kind === 'agent') throw forPeople()
  const { person_id, agent_name, four_eyes } = approval
  const approver_roles = JSON.parse(approval.approver_roles) as string[]
  const why = await whyNotDecide(
    { person_id, agent_name, four_eyes: Boolean(four_eyes), approver_roles },
    { id: caller.id, roles: () => rolesOf(caller.id, chat.context) },
  )
  if (why !== undefined) throw new ApiError('permission_denied', { detail: why })
}

const forPeople = () =>
  new ApiError('permission_denied', {
    detail: 'Agents do not approve. A person has to decide on what an agent asks for.',
  })

const alreadyDecided = ({ status, tool }: ApprovalRow) =>
  new ApiError('approval_decided', {
    status: 409,
    detail: `The approval of [${tool}] is decided already: it is [${status}].`,
  })
