import type { Caller } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import { fieldRulesOf } from '../auth/index.ts'
import { distinctNames } from '../openapi/index.ts'
import type { Operation, Registries, Tool } from '../registries/index.ts'
import { type AgentTool, deriveTool, isDerivable } from './derive-tool.ts'
import { prepareTool } from './describe-tool.ts'
import { toolShownTo } from './shown-tool.ts'
import { toolName } from './tool-name.ts'
import type { JsonSchema } from '@atrium/sdk/documents'

/** Few different sets of hidden fields exist. */
const MOST_VARIANTS = 16

/**
 * The current tools of all plugins and of the platform, rebuilt when the registries have changed. Registered tools are collected, and tools
 * are derived from operations without one. A registered tool wins over a derived one of the same name. Each tool is made once per
 * generation.
 */
export class ToolIndex {
  readonly #registries: Registries
  readonly #log: HostLogger
  readonly #registered = new WeakMap<Tool, AgentTool>()
  readonly #derived = new WeakMap<Operation, AgentTool>()
  #version = -1
  #tools: ReadonlyMap<string, AgentTool> = new Map()
  /** By the rules for fields, oldest first. */
  readonly #shown = new Map<string, ReadonlyMap<string, AgentTool>>()

  constructor(registries: Registries, log: HostLogger) {
    this.#registries = registries
    this.#log = log
  }

  /** Returns the tools by name, sorted by name. The same map as before if nothing has changed. */
  tools(): ReadonlyMap<string, AgentTool> {
    if (this.#version === this.#registries.version) return this.#tools
    this.#version = this.#registries.version
    this.#tools = this.#gather()
    this.#shown.clear()
    return this.#tools
  }

  /**
   * The tools with schemas that lack the fields hidden by the caller's roles. The same map as `tools` if they hide none; otherwise made
   * once for all callers with the same rules.
   */
  toolsFor(caller: Caller): ReadonlyMap<string, AgentTool> {
    const tools = this.tools()
    const rules = fieldRulesOf(caller)
    if (rules === undefined) return tools
    const shown = this.#shown.get(rules) ?? this.#showTo(caller, tools)
    this.#shown.set(rules, shown)
    return shown
  }

  #showTo(caller: Caller, tools: ReadonlyMap<string, AgentTool>): ReadonlyMap<string, AgentTool> {
    const [oldest] = this.#shown.keys()
    if (oldest !== undefined && this.#shown.size >= MOST_VARIANTS) this.#shown.delete(oldest)
    const siblingsOf = (owner: string) => this.#registries.operations.list(owner)
    return new Map([...tools].map(([name, tool]) => [name, toolShownTo(tool, caller, siblingsOf)]))
  }

  #gather(): ReadonlyMap<string, AgentTool> {
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
    title: title ?? operation.declaration.options.summary,
    permission: operation.permission,
    output: answers,
    target: { operation },
    isRegistered: true,
  }
}

const operationsOf = (tools: ReadonlyMap<string, AgentTool>) =>
  new Set([...tools.values()].flatMap(({ target }) => ('operation' in target ? [target.operation] : [])))

const byName = (one: AgentTool, other: AgentTool) => (one.name < other.name ? -1 : 1)
