import { createHash } from 'node:crypto'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { ListToolsResult } from '@modelcontextprotocol/server'
import { protocol } from './protocol.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { distinctNames } from '../../core/openapi/index.ts'
import type { Registries, Operation, Tool } from '../../core/registries/index.ts'
import type { AgentTool } from './derive-tool.ts'
import { deriveTool, isDerivable } from './derive-tool.ts'
import { toolName } from './tool-name.ts'
import { digestTool, prepareTool, describeTool, sizeOf } from './describe-tool.ts'
import { withinBudget } from './listed-tools.ts'
import { makeSearchTools, OWN_NAMES } from './search-tools.ts'
import type { Agent } from './toolsets.ts'
import { isInView, requireToolsets, toolsetOf } from './toolsets.ts'

/** The size of a page: some clients pass a whole page to the model, about 250 kB. */
const PAGE = 200

/**
 * Lists one page of the tools that a caller may call, by name. The cursor contains the last name, so a reload between
 * two pages neither skips nor repeats a tool.
 * @throws ProtocolError for a cursor that is not of this list, or a toolset that has no tools
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

/** The current tools; rebuilt when the registries have changed. */
export class ToolCatalogue {
  readonly #registries: Registries
  readonly #gatherer: ToolGatherer
  /** By permissions and toolsets, because many agents have the same. */
  readonly #digests = new Map<string, string>()
  #version = -1
  #tools: ReadonlyMap<string, AgentTool> = new Map()

  constructor(registries: Registries, log: HostLogger) {
    this.#registries = registries
    this.#gatherer = new ToolGatherer(registries, log)
  }

  /** The input schema of a tool, in whatever toolset it is. */
  inputOf(name: string): JsonSchema | undefined {
    return this.#present().get(name)?.input
  }

  /** Finds a tool in the toolsets of an agent, whether or not its caller may call it. */
  get(name: string, agent: Agent): AgentTool | undefined {
    if (OWN_NAMES.has(name)) return makeSearchTools(this.#reachable(agent), []).find((tool) => tool.name === name)
    const tool = this.#present().get(name)
    return tool && isInView(tool, agent.view) ? tool : undefined
  }

  names({ view }: Agent): string[] {
    return [...this.#present().values()].filter((tool) => isInView(tool, view)).map(({ name }) => name)
  }

  toolsets(): string[] {
    return [...new Set([...this.#present().values()].map(toolsetOf))]
  }

  /**
   * The tools for `tools/list`, sorted by name: all of the toolsets that the agent asked for. If it asked for none, as many
   * as fit in the budget, and the tools by which it reaches the others.
   */
  listed(agent: Agent): readonly AgentTool[] {
    const reachable = this.#reachable(agent)
    if (agent.view.toolsets !== undefined) return reachable
    const room = makeSearchTools(reachable, reachable).reduce((sum, tool) => sum + sizeOf(tool), 0)
    const listed = new Set(withinBudget(reachable, room))
    if (listed.size === reachable.length) return reachable
    const unlisted = reachable.filter((tool) => !listed.has(tool))
    return [...listed, ...makeSearchTools(reachable, unlisted)].sort(byName)
  }

  /** Returns a digest that changes when the agent’s `tools/list` does. */
  digest(agent: Agent): string {
    this.#present()
    const key = keyOf(agent)
    const digest = (key === undefined ? undefined : this.#digests.get(key)) ?? this.#digestAnew(agent)
    if (this.#digests.size > MOST_DIGESTS) this.#digests.clear()
    if (key !== undefined) this.#digests.set(key, digest)
    return digest
  }

  /** The tools that an agent may call, sorted by name. */
  #reachable({ caller: { can }, view }: Agent): AgentTool[] {
    const tools = [...this.#present().values()].filter((tool) => isInView(tool, view))
    return tools.filter(({ permission }) => permission === undefined || can(permission))
  }

  #present(): ReadonlyMap<string, AgentTool> {
    if (this.#version === this.#registries.version) return this.#tools
    this.#version = this.#registries.version
    this.#digests.clear()
    this.#tools = this.#gatherer.gather()
    return this.#tools
  }

  #digestAnew(agent: Agent): string {
    const hash = createHash('sha256')
    for (const tool of this.listed(agent)) hash.update(digestTool(tool, agent.caller))
    return hash.digest('base64url')
  }
}

const byName = (one: AgentTool, other: AgentTool) => (one.name < other.name ? -1 : 1)

/**
 * Gathers registered tools, and derives tools from operations without one. A registered tool wins over a derived one of
 * the same name. Each tool is made once per generation.
 */
class ToolGatherer {
  readonly #registries: Registries
  readonly #log: HostLogger
  readonly #registered = new WeakMap<Tool, AgentTool>()
  readonly #derived = new WeakMap<Operation, AgentTool>()

  constructor(registries: Registries, log: HostLogger) {
    this.#registries = registries
    this.#log = log
  }

  /** Returns the tools by name, sorted by name. */
  gather(): ReadonlyMap<string, AgentTool> {
    const tools = new Map<string, AgentTool>()
    for (const tool of this.#register()) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    for (const tool of this.#derive(operationsOf(tools))) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    const sound = [...tools].filter(([, tool]) => this.#isDescribable(tool))
    return new Map(sound.sort(([, one], [, other]) => byName(one, other)))
  }

  #register(): AgentTool[] {
    return this.#registries.tools.list().flatMap((tool) => {
      const known = this.#registered.get(tool) ?? toAgentTool(tool, this.#registries)
      if (known === undefined) return []
      this.#registered.set(tool, known)
      return [known]
    })
  }

  #derive(covered: ReadonlySet<Operation>): AgentTool[] {
    const { operations } = this.#registries
    const siblingsOf = (operation: Operation) => operations.list(operation.owner)
    const derivable = operations
      .list()
      .filter((operation) => !covered.has(operation) && isDerivable(operation, siblingsOf(operation)))
    const names = distinctNames(derivable, (operation) => toolName(operation, siblingsOf(operation)))
    return [...names].map(([operation, name]) => {
      const known = this.#derived.get(operation)
      const tool = known?.name === name ? known : deriveTool(operation, { name, siblings: siblingsOf(operation) })
      this.#derived.set(operation, tool)
      return tool
    })
  }

  /** Leaves out a tool whose schema is not JSON, so that the other tools stay available. */
  #isDescribable(tool: AgentTool): boolean {
    try {
      prepareTool(tool)
      return true
    } catch (error) {
      this.#log.warn('a tool is left out: its schema is not JSON', { err: error, tool: tool.name, plugin: tool.owner })
      return false
    }
  }
}

/** Returns undefined if the operation no longer exists. */
function toAgentTool(tool: Tool, { operations }: Registries): AgentTool | undefined {
  const { title, target, output } = tool
  if ('handler' in target) return { ...tool, title, output, target, isRegistered: true }
  const operation = operations.get(target.operation)
  if (operation === undefined) return undefined
  const answers = operation.schemas.response as JsonSchema | undefined
  return {
    ...tool,
    title,
    permission: operation.permission,
    output: answers,
    target: { operation },
    isRegistered: true,
  }
}

const operationsOf = (tools: ReadonlyMap<string, AgentTool>) =>
  new Set([...tools.values()].flatMap(({ target }) => ('operation' in target ? [target.operation] : [])))

function nameOf(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString()
  if (/^\w{1,64}$/.test(name)) return name
  const { ProtocolError, ProtocolErrorCode } = protocol()
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `[${cursor}] is not a valid cursor of this list. Call tools/list without a cursor.`,
  )
}

/** A key for the permissions of a principal and its toolsets; undefined for other callers. */
const keyOf = ({ caller, view: { toolsets } }: Agent) =>
  'permissions' in caller && Array.isArray(caller.permissions)
    ? `${caller.permissions.join()}?${[...(toolsets ?? [])].join()}`
    : undefined

const MOST_DIGESTS = 1_000
