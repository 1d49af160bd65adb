import type { PluginContext } from '@atrium/sdk'
import type { Approval } from './approval.ts'
import { DECIDES_FOR_OTHERS } from './approval.ts'

/** What an approval is about, for the people who may decide on it. */
export type Waiting = Pick<
  Approval,
  'id' | 'person_id' | 'person_name' | 'agent_name' | 'title' | 'four_eyes' | 'approver_roles'
>

const keyOf = (id: string) => `approval/${id}`

/**
 * Notifies the people who may decide on a call: the person who asked the agent, or others if only they may. The person sees it in the chat
 * too, so it is no warning for them.
 */
export async function notifyApprovers(
  { id, person_id, person_name, agent_name, title, four_eyes, approver_roles }: Waiting,
  notifications: PluginContext['notifications'],
): Promise<void> {
  const isOwn = !four_eyes && approver_roles.length === 0
  const roles = approver_roles.length > 0 ? { roles: approver_roles } : {}
  await notifications.send({
    to: isOwn ? { user: person_id } : { permission: DECIDES_FOR_OTHERS, ...roles },
    title: `${agent_name} asks for approval: ${title}`,
    ...(!isOwn && { body: `For ${person_name}.` }),
    level: isOwn ? 'info' : 'warning',
    link: `/agents/approvals/${id}`,
    key: keyOf(id),
  })
}

/** Removes the notifications of an approval that nobody has to decide on any more. */
export const withdrawFromApprovers = (id: string, notifications: PluginContext['notifications']): Promise<void> =>
  notifications.withdraw(keyOf(id))
