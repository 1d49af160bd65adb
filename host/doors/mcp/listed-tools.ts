import type { AgentTool } from '../../core/tools/index.ts'
import { sizeOf } from '../../core/tools/index.ts'
import { toolsetOf } from './toolsets.ts'

/**
 * The size of `tools/list` for an agent that requested no toolsets, in characters of JSON: at most 12,000 tokens, of about four characters
 * each, with some room.
 */
const BUDGET = 42_000

/**
 * Chooses the tools that an agent needs most, as many as fit: those that plugins registered, then lists, reads, creates and changes,
 * commands, deletes, and finally the history of records. The tools of one rank and toolset are listed together or not at all, so that a
 * list has no arbitrary gaps.
 * @param tools sorted by name, like the result
 * @param room characters that must stay free if some tools are left out
 */
export function withinBudget(tools: readonly AgentTool[], room: number): readonly AgentTool[] {
  if (total(tools) <= BUDGET) return tools
  let left = BUDGET - room
  const chosen = new Set<AgentTool>()
  for (const group of groupsOf(tools)) {
    const size = total(group)
    if (size > left) continue
    left -= size
    for (const tool of group) chosen.add(tool)
  }
  return tools.filter((tool) => chosen.has(tool))
}

const total = (tools: readonly AgentTool[]) => tools.reduce((sum, tool) => sum + sizeOf(tool), 0)

/** Groups tools by rank and toolset, those that agents need most first. */
function groupsOf(tools: readonly AgentTool[]): AgentTool[][] {
  const groups = new Map<string, AgentTool[]>()
  for (const tool of tools) {
    const key = `${rankOf(tool)} ${toolsetOf(tool)}`
    const group = groups.get(key) ?? []
    groups.set(key, [...group, tool])
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

const RANKS: readonly ((tool: AgentTool) => boolean)[] = [
  ({ isRegistered }) => isRegistered,
  (tool) => kindOf(tool) === 'list',
  (tool) => tool.read_only && kindOf(tool) !== 'history',
  (tool) => ['create', 'update', 'replace'].includes(kindOf(tool) ?? ''),
  (tool) => kindOf(tool) === 'plain',
  (tool) => ['delete', 'bulk'].includes(kindOf(tool) ?? ''),
]

function rankOf(tool: AgentTool): number {
  const rank = RANKS.findIndex((is) => is(tool))
  return rank === -1 ? RANKS.length : rank
}

const kindOf = ({ target }: AgentTool) => ('operation' in target ? target.operation.declaration.kind : undefined)
