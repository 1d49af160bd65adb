import { type Caller, type Knex, type Static, table_store, Type } from '@atrium/sdk'

/**
 * `pending`: somebody has to decide. `approved`: it runs, or will. `done` and `failed`: it ran. `stale`: something has changed since it was
 * requested. `unknown`: it started, and its effect is unknown.
 */
const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'done',
  'failed',
  'rejected',
  'expired',
  'stale',
  'cancelled',
  'unknown',
] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

const text = (options: object = {}) => Type.String({ readOnly: true, ...options })
const json = (options: object = {}) =>
  Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', readOnly: true, ...options }))

/** A tool call that waits or waited for a person's approval. */
export const Approval = Type.Object(
  {
    id: text(),
    conversation_id: text(),
    agent_id: Type.Integer({ readOnly: true }),
    agent_name: text({ title: 'Agent' }),
    person_id: text(),
    person_name: text({ title: 'Asked by' }),
    tool: text(),
    title: Type.Optional(text()),
    input: Type.Unsafe<Record<string, unknown>>({ type: 'object', readOnly: true, title: 'Arguments' }),
    input_hash: text({ title: 'Hash of the arguments' }),
    operation: Type.Optional(text({ description: 'What would run, such as `POST /api/v1/booking/bookings`' })),
    record_path: Type.Optional(text({ title: 'Record' })),
    record: json(),
    change: json({
      title: 'What would change',
      description: 'The members that would change, each with `from` and `to`',
    }),
    four_eyes: Type.Boolean({ readOnly: true }),
    approver_roles: Type.Array(Type.String(), { readOnly: true }),
    status: Type.Enum([...APPROVAL_STATUSES], { readOnly: true }),
    expires_at: text({ format: 'date-time', title: 'Expires' }),
    decided_by: Type.Optional(text()),
    decided_name: Type.Optional(text({ title: 'Decided by' })),
    decided_at: Type.Optional(text({ format: 'date-time', title: 'Decided' })),
    reason: Type.Optional(text()),
    created_at: text({ format: 'date-time', title: 'Asked' }),
  },
  { title: 'Approval' },
)
export type Approval = Static<typeof Approval>

/** An approval as one person sees it. */
export const ShownApproval = Type.Object(
  {
    ...Approval.properties,
    decidable: Type.Boolean({ readOnly: true, description: 'Whether you may decide on it now' }),
  },
  { title: 'Approval' },
)
export type ShownApproval = Static<typeof ShownApproval>

export const APPROVALS = 'ai_agents_approvals'

/** A row of the table, including the engine's own columns. */
export interface ApprovalRow {
  readonly id: string
  readonly conversation_id: string
  readonly turn_id: string
  readonly call_id: string
  readonly agent_name: string
  readonly person_id: string
  readonly account: string
  readonly tool: string
  /** JSON. */
  readonly input: string
  readonly input_hash: string
  readonly tool_hash: string
  /** Null for a tool with its own handler. */
  readonly operation: string | null
  readonly record_path: string | null
  readonly record_tag: string | null
  readonly four_eyes: boolean | number
  /** JSON. */
  readonly approver_roles: string
  readonly status: ApprovalStatus
  readonly expires_at: string | Date
  readonly decided_by: string | null
  readonly decided_account: string | null
  readonly reason: string | null
  /** JSON: `ApprovalResult`. */
  readonly result: string | null
  readonly lease_until: number | string | null
}

/** The result of the call. */
export interface ApprovalResult {
  readonly ok: boolean
  readonly text: string
}

/**
 * The permission to see and decide on the requests of other people's agents. `ai-agents.approvals.*` does not cover it, because that means
 * one's own.
 */
export const DECIDES_FOR_OTHERS = 'ai-agents.approvals-of-others.decide'

/** The queue. People see the requests of their own agents, and those of others that they may decide on. */
export const approvalTable = (db: Knex) =>
  table_store(db, APPROVALS, Approval, {
    sort: ['created_at', 'expires_at', 'tool', 'status'],
    filter: ['status', 'agent_id', 'person_id', 'conversation_id', 'tool', 'created_at'],
    search: ['tool', 'title', 'person_name', 'agent_name'],
    scope: (query, caller) => {
      if (!seesAll(caller)) query.where('person_id', caller.id)
    },
  })

const seesAll = (caller: Caller) => caller.can(DECIDES_FOR_OTHERS)

export const approvalRows = (db: Knex) => db<ApprovalRow>(APPROVALS)

/** Statuses in which the call is not decided or has not ended. */
export const UNDECIDED: readonly ApprovalStatus[] = ['pending', 'approved']
