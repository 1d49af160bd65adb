import { createHash } from 'node:crypto'
import type { JsonSchema } from '@atrium/sdk/documents'
import type * as Search from '@atrium/sdk/tool-search'
import type { ListToolsResult } from '@modelcontextprotocol/server'
import { lateImport } from '../../base/lifetime/index.ts'
import { fieldRulesOf } from '../../core/auth/index.ts'
import { protocol } from './protocol.ts'
import { type AgentTool, describeTool, digestTool, sizeOf, type ToolIndex } from '../../core/tools/index.ts'
import { withinBudget } from './listed-tools.ts'
import { makeSearchTools, OWN_NAMES, type Searched } from './search-tools.ts'
import type { Agent } from './toolsets.ts'
import { isInView, requireToolsets, toolsetOf } from './toolsets.ts'

/** The size of a page: some clients pass a whole page to the model, about 250 kB. */
const PAGE = 200

/**
 * Lists one page of the tools that a caller may call, by name. The cursor contains the last name, so a reload between two pages neither
 * skips nor repeats a tool.
 * @throws ProtocolError for a cursor of another list, or a toolset without tools
 */
export function listTools(
  catalogue: ToolCatalogue,
  { caller, view }: Agent,
  cursor: string | undefined,
): ListToolsResult {
  requireToolsets(view, catalogue.toolsets())
  const after = cursor === undefined ? '' : nameOf(cursor)
  const tools = catalogue.listed({ caller, view }).filter(({ name }) => name > after)
  const page = tools.slice(0, PAGE)
  const last = page.at(-1)
  return {
    tools: page.map((tool) => describeTool(tool, { caller, outputSchema: view.outputSchemas })),
    ...(last && tools.length > PAGE && { nextCursor: Buffer.from(last.name).toString('base64url') }),
  }
}

/** The current tools, as agents see them through the address that they use. */
export class ToolCatalogue {
  readonly #index: ToolIndex
  /** By permissions and toolsets, because many agents have the same. */
  readonly #digests = new Map<string, string>()
  readonly #searches = new Map<string, Promise<Search.ToolSearch>>()
  #remembered: ReadonlyMap<string, AgentTool> | undefined

  constructor(index: ToolIndex) {
    this.#index = index
  }

  /** The input schema of a tool in any toolset. */
  inputOf(name: string): JsonSchema | undefined {
    return this.#index.tools().get(name)?.input
  }

  /** Finds a tool in the toolsets of an agent, whether or not its caller may call it. */
  get(name: string, agent: Agent): AgentTool | undefined {
    if (OWN_NAMES.has(name)) return makeSearchTools(this.#searched(agent), []).find((tool) => tool.name === name)
    const tool = this.#index.tools().get(name)
    return tool && isInView(tool, agent.view) ? tool : undefined
  }

  /** The names of the tools that an agent may call. */
  callable(agent: Agent): string[] {
    return this.#reachable(agent).map(({ name }) => name)
  }

  toolsets(): string[] {
    return [...new Set([...this.#index.tools().values()].map(toolsetOf))]
  }

  /**
   * The tools for `tools/list`, sorted by name: all of the requested toolsets. If none was requested, as many as fit in the budget, and the
   * tools that reach the others.
   */
  listed(agent: Agent): readonly AgentTool[] {
    const searched = this.#searched(agent)
    const reachable = searched.tools
    if (agent.view.toolsets !== undefined) return reachable
    const room = makeSearchTools(searched, reachable).reduce((sum, tool) => sum + sizeOf(tool), 0)
    const listed = new Set(withinBudget(reachable, room))
    if (listed.size === reachable.length) return reachable
    const unlisted = reachable.filter((tool) => !listed.has(tool))
    return [...listed, ...makeSearchTools(searched, unlisted)].sort(byName)
  }

  /** Returns a digest that changes when the agent’s `tools/list` does. */
  digest(agent: Agent): string {
    this.#forgetOld()
    const key = keyOf(agent)
    const digest = (key === undefined ? undefined : this.#digests.get(key)) ?? this.#digestAnew(agent)
    if (key !== undefined) this.#digests.set(key, digest)
    return digest
  }

  /** The tools that an agent may call, sorted by name, without the fields that its roles hide. */
  #reachable({ caller, view }: Agent): AgentTool[] {
    const tools = [...this.#index.toolsFor(caller).values()].filter((tool) => isInView(tool, view))
    return tools.filter(({ permission }) => permission === undefined || caller.can(permission))
  }

  #searched(agent: Agent): Searched {
    const tools = this.#reachable(agent)
    return { tools, index: () => this.#searchOf(tools, keyOf(agent)) }
  }

  #searchOf(tools: readonly AgentTool[], key: string | undefined): Promise<Search.ToolSearch> {
    this.#forgetOld()
    const search = (key === undefined ? undefined : this.#searches.get(key)) ?? indexed(tools)
    if (key !== undefined) {
      this.#searches.set(key, search)
      search.catch(() => this.#searches.delete(key))
    }
    return search
  }

  #forgetOld(): void {
    const tools = this.#index.tools()
    const isNew = tools !== this.#remembered
    if (isNew || this.#digests.size > MOST_DIGESTS) this.#digests.clear()
    if (isNew || this.#searches.size > MOST_SEARCHES) this.#searches.clear()
    this.#remembered = tools
  }

  #digestAnew(agent: Agent): string {
    const hash = createHash('sha256')
    for (const tool of this.listed(agent)) hash.update(digestTool(tool, agent.caller))
    return hash.digest('base64url')
  }
}

/** Imported with the first search, because most hosts have no agents. */
async function indexed(tools: readonly AgentTool[]): Promise<Search.ToolSearch> {
  const { ToolSearch } = (await lateImport('@atrium/sdk/tool-search')) as typeof Search
  return ToolSearch.of(tools.map(({ input, ...tool }) => ({ ...tool, input_schema: input })))
}

const byName = (one: AgentTool, other: AgentTool) => (one.name < other.name ? -1 : 1)

function nameOf(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString()
  if (/^\w{1,64}$/.test(name)) return name
  const { ProtocolError, ProtocolErrorCode } = protocol()
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `[${cursor}] is not a valid cursor of this list. Call tools/list without a cursor.`,
  )
}

/** A key for the permissions of a principal, its rules for fields and its toolsets; undefined for other callers. */
const keyOf = ({ caller, view: { toolsets } }: Agent) =>
  'permissions' in caller && Array.isArray(caller.permissions)
    ? `${caller.permissions.join()}?${[...(toolsets ?? [])].join()}#${fieldRulesOf(caller) ?? ''}`
    : undefined

const MOST_DIGESTS = 1_000

/** An index of 500 tools takes about 2 MB. */
const MOST_SEARCHES = 20
