import type { Agent, Policy, ToolRule } from '../agents/agent.ts'
import { hashOf } from './canonical.ts'
import type { ChatTool, ToolSource } from './tool-source.ts'

/** A tool that an agent may use, and whether it has to ask. */
export interface AgentTool extends ChatTool {
  readonly policy: Exclude<Policy, 'deny'>
}

/** Tools of this plugin, which an agent does not use on itself. */
const OWN = 'ai_agents_'

/** The tools of an agent for the present caller, by name and in a stable order. */
export async function agentTools(agent: Agent, source: ToolSource): Promise<ReadonlyMap<string, AgentTool>> {
  const tools = new Map<string, AgentTool>()
  for (const tool of await source.list(agent)) {
    const policy = policyOf(agent.tools, tool)
    if (policy !== 'deny' && !tool.name.startsWith(OWN)) tools.set(tool.name, { ...tool, policy })
  }
  return tools
}

/**
 * What an agent may do with a tool. The rule with the longest name wins, a name without `*` before any pattern. A tool without a rule
 * is used at once if it only reads, and asks otherwise. To use a connector's tool at once, a rule has to name the connector: `crm-*` does,
 * and `*` does not, because whoever wrote it may have had the tools of plugins in mind.
 */
function policyOf(rules: readonly ToolRule[], tool: Pick<ChatTool, 'name' | 'read_only' | 'connector'>): Policy {
  const counting = rules.filter((rule) => rule.policy !== 'allow' || names(rule, tool))
  const fitting = counting.filter((rule) => fits(rule.tool, tool.name)).sort((one, other) => rank(other) - rank(one))
  return fitting[0]?.policy ?? (tool.read_only ? 'allow' : 'ask')
}

const names = ({ tool }: ToolRule, { connector }: Pick<ChatTool, 'connector'>) =>
  connector === undefined || tool.startsWith(`${connector.prefix}-`)

const rank = ({ tool }: ToolRule) => (tool.includes('*') ? tool.length : 1_000)

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^a-z0-9_]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}

/** The operation behind a tool, as `POST /api/v1/booking/bookings`. Tools with a handler of their own and those of connectors have none. */
export const operationOf = ({ operation }: Pick<ChatTool, 'operation'>) =>
  operation && `${operation.method} ${operation.path}`

/** What people approve of a tool: its name, what it says it does, its arguments and, of a connector's tool, what was accepted. */
export const toolHash = ({ name, description, input_schema, destructive, connector }: ChatTool) =>
  hashOf({ name, description, input_schema, destructive, pin: connector?.pin })
