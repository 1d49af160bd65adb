import type { Approval } from './approval.ts'

/** What decides who may decide on a call. */
export type Deciders = Pick<Approval, 'person_id' | 'agent_name' | 'four_eyes' | 'approver_roles'>

interface Person {
  readonly id: string
  /** Reads the ids of the roles that the person holds. Called only if they matter. */
  readonly roles: () => Promise<readonly string[]>
}

/** Why a person may not decide on a call that an agent asks for; undefined if they may. */
export async function whyNotDecide(
  { person_id, agent_name, four_eyes, approver_roles }: Deciders,
  { id, roles }: Person,
): Promise<string | undefined> {
  const isOwn = person_id === id
  if (isOwn && four_eyes) return `Somebody else has to approve what [${agent_name}] does for you.`
  if (approver_roles.length > 0) {
    const held = await roles()
    if (approver_roles.some((role) => held.includes(role))) return undefined
    return `Only people with particular roles approve what [${agent_name}] does. Ask one of them.`
  }
  if (isOwn || four_eyes) return undefined
  return `Only the person who asked [${agent_name}] approves this call.`
}
