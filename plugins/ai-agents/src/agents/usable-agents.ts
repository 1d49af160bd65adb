import { ApiError, type Caller, type PluginContext, type Static, Type } from '@atrium/sdk'
import type { Agent } from './agent.ts'
import { agentTable } from './agent-table.ts'
import { rolesOf } from './roles-of.ts'

type Context = Pick<PluginContext, 'db' | 'call'>

/** People who manage agents may also try each of them. */
const MANAGES = 'ai-agents.agents.update'

/** Whether somebody may use an agent. */
async function mayUse(agent: Agent, caller: Caller, context: Context): Promise<boolean> {
  if (!agent.enabled) return false
  if (agent.roles.length === 0 || caller.can(MANAGES)) return true
  const held = await rolesOf(caller.id, context)
  return agent.roles.some((role) => held.includes(role))
}

/** An agent, as shown to people who choose one. */
export const UsableAgent = Type.Object(
  { id: Type.Integer(), name: Type.String(), description: Type.Optional(Type.String()) },
  { title: 'UsableAgent' },
)
type UsableAgent = Static<typeof UsableAgent>

/** The enabled agents that the caller may use, by name. The caller need not be allowed to list agents. */
export async function usableAgents(caller: Caller, context: Context): Promise<UsableAgent[]> {
  const sort = [{ field: 'name', order: 'asc' }] as const
  const { rows } = await agentTable(context.db).list({ filters: [], sort, offset: 0, limit: 500 })
  const usable = await Promise.all(rows.map((agent) => mayUse(agent, caller, context)))
  return rows
    .filter((_, at) => usable[at])
    .map(({ id, name, description }) => ({ id, name, ...(description !== undefined && { description }) }))
}

/** @throws ApiError 404 for an unknown agent, 403 for one that the caller may not use, 409 for one that is not enabled */
export async function requireUsable(id: number, caller: Caller, context: Context): Promise<Agent> {
  const agent = await agentTable(context.db).get(id)
  if (await mayUse(agent, caller, context)) return agent
  if (agent.enabled)
    throw new ApiError('permission_denied', {
      detail: `The agent [${agent.name}] is for people with other roles. Ask an operator for one of its roles.`,
    })
  throw new ApiError('agent_disabled', {
    status: 409,
    detail: `The agent [${agent.name}] is disabled. Choose another one, or ask an operator.`,
  })
}
