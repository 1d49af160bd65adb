import type { Agent, Policy } from '../agents/agent.ts'
import { hashOf } from './canonical.ts'
import { policyOf } from './tool-policy.ts'
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

/** What people approve of a tool: its name, what it says it does, its arguments and, of a connector's tool, what was accepted. */
export const toolHash = ({ name, description, input_schema, destructive, connector }: ChatTool) =>
  hashOf({ name, description, input_schema, destructive, pin: connector?.pin })
