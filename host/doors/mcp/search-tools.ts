import type { Caller } from '@atrium/sdk'
import { Type, type Static } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { OwnTarget } from '../../core/registries/index.ts'
import type { AgentTool } from '../../core/tools/index.ts'
import { describeTool } from '../../core/tools/index.ts'
import { wordsOf } from './tool-words.ts'
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

/**
 * The tools with which an agent reaches the tools missing from its list.
 * @param found the tools that `search_tools` searches
 * @param unlisted the tools among them that the list leaves out; the description names them
 */
export function makeSearchTools(found: readonly AgentTool[], unlisted: readonly AgentTool[]): readonly AgentTool[] {
  const search: AgentTool = {
    ...own,
    name: SEARCH_TOOLS,
    title: 'Find tools',
    description: `Find tools that are not listed${countsOf(unlisted)}. Answers their names, descriptions and input schemas; run them with ${CALL_TOOL}.`,
    ...{ read_only: true, destructive: false, idempotent: true },
    input: SearchInput as unknown as JsonSchema,
    target: {
      handler: ({ input, caller }) => findTools(found, input as Static<typeof SearchInput>, caller),
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

/** Returns the best matching tools, and the number of matches. */
function findTools(
  tools: readonly AgentTool[],
  { query, toolset, limit = 5 }: Static<typeof SearchInput>,
  caller: Caller,
) {
  const words = wordsOf(query)
  const searched = tools.filter((tool) => toolset === undefined || toolsetOf(tool) === toolset)
  const ranked = searched
    .map((tool) => ({ tool, score: tool.name === query.trim() ? Infinity : scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  if (ranked.length === 0) return { tools: [], total: 0, toolsets: [...new Set(tools.map(toolsetOf))], hint: HINT }
  return { tools: ranked.slice(0, limit).map(({ tool }) => told(tool, caller)), total: ranked.length }
}

const HINT = 'Nothing matches. Use other words, or one of these toolsets with an empty query.'

function told(tool: AgentTool, caller: Caller) {
  const { name, description, inputSchema } = describeTool(tool, { caller, outputSchema: false })
  return { name, description, input_schema: inputSchema }
}

/** Words of the name count most. An empty query matches everything. */
function scoreOf({ name, title = '', description, input }: AgentTool, words: ReadonlySet<string>): number {
  if (words.size === 0) return 1
  const texts = [name, title, description, Object.keys(input.properties ?? {}).join(' ')].map(wordsOf)
  const found = [...words].map((word) => WEIGHTS.find((_, index) => texts[index]?.has(word)) ?? 0)
  return found.reduce((sum, weight) => sum + weight, 0)
}

const WEIGHTS = [4, 3, 2, 1]
