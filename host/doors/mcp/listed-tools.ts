import type { AgentTool } from '../../core/tools/index.ts'
import { sizeOf } from '../../core/tools/index.ts'
import { toolsetOf } from './toolsets.ts'

/**
 * The size of `tools/list` for an agent that requested no toolsets, in characters of JSON: at most 12,000 tokens, of about four characters
 * each, with some room.
 */
const BUDGET = 42_000

/**
 * Chooses the tools that an agent needs most, as many as fit: those that plugins registered, then lists; and of each toolset reads, creates
 * and changes, commands, deletes, and finally the history of records. The tools of one rank and toolset are listed together or not at all,
 * so that a list has no arbitrary gaps. After the lists, the toolset that then takes least room comes next, so that a large one leaves room
 * for the others.
 * @param tools sorted by name, like the result
 * @param room characters that must stay free if some tools are left out
 */
export function withinBudget(tools: readonly AgentTool[], room: number): readonly AgentTool[] {
  if (total(tools) <= BUDGET) return tools
  let left = BUDGET - room
  const chosen = new Set<AgentTool>()
  const toolsets = toolsetsOf(tools)
  for (let next = nextOf(toolsets); next !== undefined; next = nextOf(toolsets)) {
    const group = next.groups.shift()?.tools ?? []
    const size = total(group)
    if (size > left) continue
    left -= size
    next.listed += size
    for (const tool of group) chosen.add(tool)
  }
  return tools.filter((tool) => chosen.has(tool))
}

const total = (tools: readonly AgentTool[]) => tools.reduce((sum, tool) => sum + sizeOf(tool), 0)

/** The tools of one plugin, while some of them are chosen. */
interface Toolset {
  /** Those not yet considered, by rank. */
  readonly groups: { readonly rank: number; readonly tools: readonly AgentTool[] }[]
  /** Characters of its tools that are listed. */
  listed: number
}

/** The toolset whose next group is considered next. Undefined if no groups are left. */
const nextOf = (toolsets: readonly Toolset[]): Toolset | undefined =>
  toolsets
    .filter(({ groups }) => groups.length > 0)
    .sort((one, other) => turnOf(one) - turnOf(other) || listedWithNext(one) - listedWithNext(other))[0]

const listedWithNext = ({ groups: [next], listed }: Toolset) => listed + total(next?.tools ?? [])

/** Registered tools and lists of all toolsets come first; an agent needs them to find its way. */
const turnOf = ({ groups }: Toolset) => Math.min(groups[0]?.rank ?? 0, LISTS + 1)

function toolsetsOf(tools: readonly AgentTool[]): Toolset[] {
  const names = [...new Set(tools.map(toolsetOf))]
  return names.map((name) => ({ groups: byRank(tools.filter((tool) => toolsetOf(tool) === name)), listed: 0 }))
}

function byRank(tools: readonly AgentTool[]): Toolset['groups'] {
  const ranks = [...new Set(tools.map(rankOf))].sort((one, other) => one - other)
  return ranks.map((rank) => ({ rank, tools: tools.filter((tool) => rankOf(tool) === rank) }))
}

/** The place of lists in `RANKS`. */
const LISTS = 1

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
