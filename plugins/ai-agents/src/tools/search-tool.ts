import { type ModelTool, tokensIn } from '../model/model.ts'
import type { CallResult } from './run-call.ts'
import type { AgentTool } from './offered.ts'
import { ToolSearch } from './tool-search.ts'

/** The name of the tool that finds others. No plugin's tool has it, because theirs begin with the plugin's id. */
export const SEARCH_TOOLS = 'search_tools'

/** The share of a model's context that definitions of tools may take. */
const SHARE = 0.1

/** How many tools one search finds. */
const FOUND = 5

const DEFINITION: ModelTool = {
  name: SEARCH_TOOLS,
  description:
    'Finds tools. You have many more tools than are listed here. Say in a few words what you want to do, such as "free slots of a specialist" or "create an invoice". The tools that it finds can be called from then on.',
  input_schema: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 500 } },
    required: ['query'],
    additionalProperties: false,
  },
}

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
  // Those found longest ago give way.
  while (known.length > 0 && tokensOf([DEFINITION, ...known]) > most) known.shift()
  return [DEFINITION, ...known]
}

/** What the search tool answers. */
export function searchTools(tools: ReadonlyMap<string, AgentTool>, input: unknown): CallResult {
  const { query } = (input ?? {}) as { query?: unknown }
  if (typeof query !== 'string' || query.trim() === '')
    return {
      ok: false,
      code: 'arguments_malformed',
      text: 'arguments_malformed: Send { "query": "what you want to do" }.',
    }
  const found = new ToolSearch(tools.values()).find(query.slice(0, 500), FOUND)
  const shown = found
    .flatMap((name) => tools.get(name) ?? [])
    .map(({ name, description, policy }) => ({
      ...{ name, description: description.slice(0, 300) },
      ...(policy === 'ask' && { asks_a_person: true }),
    }))
  return {
    ok: true,
    text: JSON.stringify({ tools: shown, ...(shown.length === 0 && { hint: 'Nothing found. Use other words.' }) }),
  }
}

/** The names in an answer of the search tool. */
export function foundIn(text: string): string[] {
  try {
    return (JSON.parse(text) as { tools: { name: string }[] }).tools.map(({ name }) => name)
  } catch {
    return []
  }
}
