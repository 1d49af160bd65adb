import type { Policy, ToolRule } from '../agents/agent.ts'
import type { ChatTool } from './tool-source.ts'

/**
 * What an agent may do with a tool. The rule with the longest name wins, a name without `*` before any pattern. A tool without a rule
 * is used at once if it only reads, and asks otherwise. To use a connector's tool at once, a rule has to name the connector: `crm-*` does,
 * and `*` does not, because whoever wrote it may have had the tools of plugins in mind.
 */
export function policyOf(rules: readonly ToolRule[], tool: Pick<ChatTool, 'name' | 'read_only' | 'connector'>): Policy {
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
