import type { JsonSchema } from '@atrium/sdk/documents'
import type { Logger } from '../../base/log/index.ts'
import type { Operation, Registries, Tool } from '../../core/registries/index.ts'
import type { AgentTool } from './agent-tool.ts'
import { deriveTool, isDerivable } from './derive-tool.ts'
import { prepareTool } from './describe-tool.ts'

/**
 * Gathers the tools that plugins register, and those that follow from operations which have no registered one; of two of one name
 * the registered one counts. What a generation brought along is made once.
 */
export class ToolGatherer {
  readonly #registries: Registries
  readonly #log: Logger
  readonly #registered = new WeakMap<Tool, AgentTool>()
  readonly #derived = new WeakMap<Operation, AgentTool>()

  constructor(registries: Registries, log: Logger) {
    this.#registries = registries
    this.#log = log
  }

  /** By name, in the order of names. */
  gather(): ReadonlyMap<string, AgentTool> {
    const tools = new Map<string, AgentTool>()
    for (const tool of this.#register()) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    const registered = new Set(tools.keys())
    for (const tool of this.#derive(operationsOf(tools))) {
      if (registered.has(tool.name)) continue
      const name = freeName(tool.name, tools)
      tools.set(name, name === tool.name ? tool : { ...tool, name })
    }
    const sound = [...tools].filter(([, tool]) => this.#isDescribable(tool))
    return new Map(sound.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #register(): AgentTool[] {
    return this.#registries.tools.list().flatMap((tool) => {
      const known = this.#registered.get(tool) ?? toAgentTool(tool, this.#registries)
      if (known === undefined) return []
      this.#registered.set(tool, known)
      return [known]
    })
  }

  /** In the order of the operations' names, so that numbers which tell tools apart do not depend on who was loaded first. */
  #derive(covered: ReadonlySet<Operation>): AgentTool[] {
    const { operations } = this.#registries
    const open = operations.list().filter((operation) => !covered.has(operation))
    const sorted = open.sort((one, other) => (one.name < other.name ? -1 : 1))
    return sorted.flatMap((operation) => {
      const siblings = operations.list(operation.owner)
      if (!isDerivable(operation, siblings)) return []
      const tool = this.#derived.get(operation) ?? deriveTool(operation, siblings)
      this.#derived.set(operation, tool)
      return [tool]
    })
  }

  /** A schema that is no JSON must not keep an agent from all other tools. */
  #isDescribable(tool: AgentTool): boolean {
    try {
      prepareTool(tool)
      return true
    } catch (error) {
      this.#log.warn({ err: error, tool: tool.name, plugin: tool.owner }, 'a tool is left out: its schema is no JSON')
      return false
    }
  }
}

/** Undefined where its operation is gone. */
function toAgentTool(tool: Tool, { operations }: Registries): AgentTool | undefined {
  const { title, target, output } = tool
  if ('handler' in target) return { ...tool, title, output, target }
  const operation = operations.get(target.operation)
  if (operation === undefined) return undefined
  const answers = operation.schemas.response as JsonSchema | undefined
  return { ...tool, title, permission: operation.permission, output: answers, target: { operation } }
}

const operationsOf = (tools: ReadonlyMap<string, AgentTool>) =>
  new Set([...tools.values()].flatMap(({ target }) => ('operation' in target ? [target.operation] : [])))

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const candidate = `${name.slice(0, 60)}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}
