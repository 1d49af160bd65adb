import { ApiError, type Caller, type PluginContext } from '@atrium/sdk'
import type { Agent } from './agent.ts'
import { agentTable } from './agent-table.ts'
import { rolesOf } from './roles-of.ts'

type Context = Pick<PluginContext, 'db' | 'call'>

/** Whoever manages agents may also try each of them. */
const MANAGES = 'ai-agents.agents.update'

/** Whether somebody may use an agent. */
async function mayUse(agent: Agent, caller: Caller, context: Context): Promise<boolean> {
  if (!agent.enabled) return false
  if (agent.roles.length === 0 || caller.can(MANAGES)) return true
  const held = await rolesOf(caller.id, context)
  return agent.roles.some((role) => held.includes(role))
}

/** The enabled agents that the caller may use, by name. */
export async function usableAgents(caller: Caller, context: Context): Promise<readonly Agent[]> {
  const sort = [{ field: 'name', order: 'asc' }] as const
  const { rows } = await asPlugin(context).list({ filters: [], sort, offset: 0, limit: 500 })
  const usable = await Promise.all(rows.map((agent) => mayUse(agent, caller, context)))
  return rows.filter((_, at) => usable[at])
}

/** @throws ApiError 404 for an unknown agent, 403 for one that the caller may not use, 409 for one that is not enabled */
export async function requireUsable(id: number, caller: Caller, context: Context): Promise<Agent> {
  const agent = await asPlugin(context).get(id)
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

/** People who chat need not be allowed to list agents. */
const asPlugin = ({ db }: Context) => agentTable(db)
