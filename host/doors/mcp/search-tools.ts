import type { Caller } from '@atrium/sdk'
import { Type, type Static } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { ToolSearch } from '@atrium/sdk/tool-search'
import type { OwnTarget } from '../../core/registries/index.ts'
import type { AgentTool } from '../../core/tools/index.ts'
import { describeTool } from '../../core/tools/index.ts'
import { toolsetOf } from './toolsets.ts'

const SearchInput = Type.Object(
  {
    query: Type.String({
      maxLength: 200,
      description: 'What the tool should do, or its name: “cancel a booking”, `clients_merge_client`',
    }),
    toolset: Type.Optional(Type.String({ description: 'Only the tools of this toolset' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'The number of tools. Default: 5' })),
  },
  { additionalProperties: false },
)

const CallInput = Type.Object(
  {
    name: Type.String({ description: 'The name of a tool that search_tools found' }),
    arguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Its arguments, by its input schema' }),
    ),
  },
  { additionalProperties: false },
)
/** The arguments of `call_tool`. */
export type CallInput = Static<typeof CallInput>

/** The name of the tool that finds tools, listed or not. */
export const SEARCH_TOOLS = 'search_tools'

/** The name of the tool that runs any other tool, listed or not. */
export const CALL_TOOL = 'call_tool'

/** The names of the platform’s own tools. A plugin’s tool of the same name cannot be reached. */
export const OWN_NAMES: ReadonlySet<string> = new Set([SEARCH_TOOLS, CALL_TOOL])

const own = { owner: 'mcp', permission: undefined, output: undefined, isRegistered: true } as const

/** What `search_tools` searches. */
export interface Searched {
  readonly tools: readonly AgentTool[]
  /** Indexes these tools, unless that was done before. */
  index(): Promise<ToolSearch>
}

/**
 * The tools with which an agent reaches the tools missing from its list.
 * @param unlisted the searched tools that the list leaves out; the description names them
 */
export function makeSearchTools(searched: Searched, unlisted: readonly AgentTool[]): readonly AgentTool[] {
  const search: AgentTool = {
    ...own,
    name: SEARCH_TOOLS,
    title: 'Find tools',
    description: `Find tools that are not listed${countsOf(unlisted)}. Answers their names, descriptions and input schemas, and the names of others that fit less; run them with ${CALL_TOOL}.`,
    ...{ read_only: true, destructive: false, idempotent: true },
    input: SearchInput as unknown as JsonSchema,
    target: {
      handler: ({ input, caller }) => findTools(searched, input as Static<typeof SearchInput>, caller),
      withhold: NOTHING_WITHHELD,
    },
  }
  const call: AgentTool = {
    ...own,
    name: CALL_TOOL,
    title: 'Call a tool',
    description: 'Run a tool that search_tools found. The answer is that of the tool.',
    ...{ read_only: false, destructive: true, idempotent: false },
    input: CallInput as unknown as JsonSchema,
    target: { handler: () => undefined, withhold: NOTHING_WITHHELD },
  }
  return [call, search]
}

const NOTHING_WITHHELD: OwnTarget['withhold'] = { answer: (value) => value, other: (value) => value }

/** `: 12 of clients, 30 of booking`. Empty if nothing is left out. */
function countsOf(tools: readonly AgentTool[]): string {
  const counts = new Map<string, number>()
  for (const tool of tools) counts.set(toolsetOf(tool), (counts.get(toolsetOf(tool)) ?? 0) + 1)
  const told = [...counts].slice(0, MOST_TOOLSETS).map(([toolset, count]) => `${count} of ${toolset}`)
  const more = counts.size > MOST_TOOLSETS ? [`more of ${counts.size - MOST_TOOLSETS} other toolsets`] : []
  return told.length === 0 ? '' : `: ${[...told, ...more].join(', ')}`
}

const MOST_TOOLSETS = 30

/** Returns the best matching tools, the names of some that fit less, and the number of matches. */
async function findTools(
  { tools, index }: Searched,
  { query, toolset, limit = 5 }: Static<typeof SearchInput>,
  caller: Caller,
) {
  const offered = new Map(tools.filter((tool) => isOf(tool, toolset)).map((tool) => [tool.name, tool]))
  const isOffered = (name: string) => offered.has(name)
  const found = query.trim() === '' ? [...offered.keys()] : (await index()).find(query, { among: isOffered })
  if (found.length === 0) return { tools: [], total: 0, toolsets: [...new Set(tools.map(toolsetOf))], hint: HINT }
  const best = found.slice(0, limit).flatMap((name) => offered.get(name) ?? [])
  const others = found.slice(limit, limit + MOST_OTHERS)
  return { tools: best.map((tool) => told(tool, caller)), ...(others.length > 0 && { others }), total: found.length }
}

const isOf = (tool: AgentTool, toolset: string | undefined) => toolset === undefined || toolsetOf(tool) === toolset

/** So many tools are only named. */
const MOST_OTHERS = 10

const HINT = 'Nothing matches. Use other words, or one of these toolsets with an empty query.'

function told(tool: AgentTool, caller: Caller) {
  const { name, description, inputSchema } = describeTool(tool, { caller, outputSchema: false })
  return { name, description, input_schema: inputSchema }
}
