import { type ModelTool, tokensIn } from '../model/model.ts'
import type { CallResult } from './run-call.ts'
import type { AgentTool } from './offered.ts'

/** The name of the tool that finds others. No plugin's tool has it, because theirs begin with the plugin's id. */
export const SEARCH_TOOLS = 'search_tools'

/** The share of a model's context that definitions of tools may take. */
const SHARE = 0.1

/** How many tools one search finds, how many if it says what is wanted in several ways, and how many more it names. */
const FOUND = 5
const FOUND_BY_SEVERAL = 8
const NAMES = 10

const MOST_QUERIES = 5

/** The most characters of the search tool's description that name things. */
const NAMED = 3_000

const definitionFor = (tools: Iterable<string>, most: number): ModelTool => ({
  name: SEARCH_TOOLS,
  description: `Finds tools. You have many more tools than are listed here. Say in a few words what you want to do, such as "free slots of a specialist" or "create an invoice". It compares words, so use these names of things: ${thingsIn(tools, Math.min(NAMED, most))}. Use "queries" to ask in several ways at once. What it finds can be called from then on. It names others that fit less; to call one, ask for it by its name.`,
  input_schema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 500 },
      queries: { type: 'array', items: { type: 'string' }, maxItems: MOST_QUERIES },
    },
    additionalProperties: false,
  },
})

/**
 * What tools are about, as their plugins and connectors name it: `booking: bookings, services; crm: find client`. A search that compares words
 * finds more when the model asks in these words.
 */
function thingsIn(tools: Iterable<string>, longest: number): string {
  const things = new Map<string, string[]>()
  for (const tool of tools) {
    const [, owner = '', thing = ''] = /^(.+?)(?:_list_(?!changes_of_)|-)(.+)$/.exec(tool) ?? []
    if (thing !== '') things.set(owner, [...(things.get(owner) ?? []), words(thing)])
  }
  const text = [...things].map(([owner, of]) => `${words(owner)}: ${of.join(', ')}`).join('; ')
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, text.lastIndexOf(',', longest)))} and more`
}

const words = (name: string) => name.replaceAll('_', ' ')

/** The tokens that the definitions take, estimated. */
export const tokensOf = (tools: readonly ModelTool[]) => tokensIn(JSON.stringify(tools.map(defined)))

const defined = ({ name, description, input_schema }: ModelTool) => [name, description, input_schema]

/**
 * The tools that a model gets: all of them or, if they would take too much of its context, the search tool and those that it has found
 * since, in the order in which it found them. So the beginning of the request stays the same from step to step, and caches of prompts hold.
 * @param found names, the first found first
 */
export function toolsForModel(
  tools: ReadonlyMap<string, AgentTool>,
  { context_tokens, found }: { context_tokens: number; found: readonly string[] },
): readonly ModelTool[] {
  const all = [...tools.values()]
  const most = context_tokens * SHARE
  if (tokensOf(all) <= most) return all
  const known = [...new Set(found)].flatMap((name) => tools.get(name) ?? [])
  const search = definitionFor(tools.keys(), most)
  // Those found longest ago give way.
  while (known.length > 0 && tokensOf([search, ...known]) > most) known.shift()
  return [search, ...known]
}

/** What the search tool answers. */
export async function searchTools(tools: ReadonlyMap<string, AgentTool>, input: unknown): Promise<CallResult> {
  const queries = queriesIn(input)
  if (queries.length === 0)
    return {
      ok: false,
      code: 'arguments_malformed',
      text: 'arguments_malformed: Send { "query": "what you want to do" }.',
    }
  const found = await findAll(tools, queries)
  const most = queries.length > 1 ? FOUND_BY_SEVERAL : FOUND
  const others = found.slice(most, most + NAMES)
  const shown = found
    .slice(0, most)
    .flatMap((name) => tools.get(name) ?? [])
    .map(({ name, description, policy }) => ({
      ...{ name, description: description.slice(0, 300) },
      ...(policy === 'ask' && { asks_a_person: true }),
    }))
  return {
    ok: true,
    text: JSON.stringify({
      tools: shown,
      ...(others.length > 0 && { others }),
      ...(shown.length === 0 && { hint: 'Nothing found. Use other words.' }),
    }),
  }
}

/** What a model asks for, without what is no text. */
function queriesIn(input: unknown): string[] {
  const { query, queries } = (input ?? {}) as { query?: unknown; queries?: unknown }
  const more: unknown[] = Array.isArray(queries) ? queries : []
  return [query, ...more]
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .slice(0, MOST_QUERIES)
    .map((text) => text.slice(0, 500))
}

/** The best of each query in turn, the second best of each, and so on. */
async function findAll(tools: ReadonlyMap<string, AgentTool>, queries: readonly string[]): Promise<string[]> {
  const { ToolSearch } = await import('@atrium/sdk/tool-search')
  const search = await ToolSearch.of(tools.values())
  const limit = FOUND_BY_SEVERAL + NAMES
  const lists = queries.map((query) => search.find(query, { limit }))
  const inTurn = Array.from({ length: limit }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return [...new Set(inTurn)]
}

/** The names in an answer of the search tool. */
export function foundIn(text: string): string[] {
  try {
    return (JSON.parse(text) as { tools: { name: string }[] }).tools.map(({ name }) => name)
  } catch {
    return []
  }
}
