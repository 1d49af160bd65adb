import type { Policy, ToolRule } from '../agents/agent.ts'
import type { ChatTool } from './tool-source.ts'

/**
 * What an agent may do with a tool. The rule with the longest name wins, a name without `*` before any pattern. A tool without a rule
 * is used at once if it only reads, and asks otherwise.
 */
export function policyOf(rules: readonly ToolRule[], tool: Pick<ChatTool, 'name' | 'read_only'>): Policy {
  const fitting = rules.filter((rule) => fits(rule.tool, tool.name)).sort((one, other) => rank(other) - rank(one))
  return fitting[0]?.policy ?? (tool.read_only ? 'allow' : 'ask')
}

const rank = ({ tool }: ToolRule) => (tool.includes('*') ? tool.length : 1_000)

function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^a-z0-9_]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}
