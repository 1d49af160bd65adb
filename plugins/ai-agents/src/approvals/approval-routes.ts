import { type Routes, Type } from '@atrium/sdk'
import type { Chat } from '../chat/chat.ts'
import { DECIDES_FOR_OTHERS, ShownApproval } from './approval.ts'
import { approvalStore } from './approval-store.ts'
import { approve, reject } from './decide.ts'

/** The version of a call that a person approves. */
const Approving = Type.Object(
  {
    input_hash: Type.Optional(
      Type.String({ maxLength: 64, description: 'The hash of the arguments that you have seen. Others are refused' }),
    ),
  },
  { title: 'ApprovalDecision', additionalProperties: false },
)

/** The reason why a person rejects a call. */
export const Rejection = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 500, description: 'The agent reads it' })) },
  { title: 'ApprovalRejection', additionalProperties: false },
)

/** Raw, so that neither becomes a tool: only people decide. */
const DECISION = { raw: true, transaction: false } as const

/** The routes of approvals: the queue, and deciding. */
export function approvalRoutes(routes: Routes, chat: Chat): void {
  const approvals = approvalStore(chat.context)
  routes
    .records('/approvals/{id}', approvals, { asks: [DECIDES_FOR_OTHERS] })
    .post(
      '/approvals/{id}/approve',
      {
        ...{ ...DECISION, body: Type.Optional(Approving), response: ShownApproval },
        summary: 'Approve a call, which then runs once, as you',
        description: '409 if it is decided, expired or stale: then nothing has run.',
      },
      async ({ params: { id }, body, caller }) => {
        await approve(id, body ?? {}, { caller, chat })
        return approvals.get(id)
      },
    )
    .post(
      '/approvals/{id}/reject',
      {
        ...{ ...DECISION, body: Type.Optional(Rejection), response: ShownApproval },
        summary: 'Reject a call',
      },
      async ({ params: { id }, body, caller }) => {
        await reject(id, body ?? {}, { caller, chat })
        return approvals.get(id)
      },
    )
}
