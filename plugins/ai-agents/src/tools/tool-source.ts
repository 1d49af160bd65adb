import type { PluginContext } from '@atrium/sdk'
import type { Agent } from '../agents/agent.ts'
import { isApiError } from '../is-api-error.ts'

/** A tool that an agent may get, wherever it comes from. */
export interface ChatTool {
  /** Unique among all sources. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly input_schema: object
  readonly read_only: boolean
  readonly destructive: boolean
  /** The operation behind the tool, which names the record that it changes. */
  readonly operation?: { readonly method: string; readonly path: string }
  /** The connector that it belongs to, and the hash of its accepted definition. */
  readonly connector?: { readonly prefix: string; readonly pin: string }
}

/** One call of a tool. */
export interface ToolUse {
  /** The same key takes effect at most once. */
  readonly key: string
  /** The ETag that the record must have, in quotes. */
  readonly if_match?: string
  /** The `toolHash` that the tool must have. Tools of connectors compare it. */
  readonly tool_hash?: string
  readonly signal: AbortSignal
}

/** What a tool answered, as text for a model and as a value for programs. */
export interface ToolAnswer {
  readonly text: string
  readonly value?: unknown
}

/** Where tools come from: the platform, or a connector. Everything happens as the present caller. */
export interface ToolSource {
  /** The tools that the present caller may use through an agent, in a stable order. */
  list(agent: Pick<Agent, 'connectors'>): Promise<readonly ChatTool[]>
  /** Throws if the agent had the tool, but does not get it now. @throws ApiError 409 */
  checkOffer(name: string, agent: Pick<Agent, 'connectors'>): Promise<void>
  /** Checks the arguments without running the tool. @throws ApiError 422 */
  check(name: string, input: Readonly<Record<string, unknown>>): Promise<void>
  /** @throws ApiError */
  call(name: string, input: Readonly<Record<string, unknown>>, use: ToolUse): Promise<ToolAnswer>
}

/** The tools of all plugins of the platform. The log has the reason of a failure that models and people are not told. */
export const platformTools = ({ tools, log }: Pick<PluginContext, 'tools' | 'log'>): ToolSource => ({
  list: async () => tools.list(),
  checkOffer: async () => undefined,
  check: async (name, input) => tools.check(name, input),
  call: async (name, input, use) => {
    const { blocks, value } = await tools.call(name, input, use).catch((error: unknown) => {
      if (!isApiError(error) || error.status >= 500) log.error('A tool failed for an agent.', { tool: name, error })
      throw error
    })
    const texts = blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    return { text: texts.join('\n'), ...(value !== undefined && { value }) }
  },
})

/**
 * The tools of plugins, then those of connectors. A name tells which it is.
 * @param isOfConnector whether a name is one of a connector's tool
 */
export function joined(
  plugins: ToolSource,
  connectors: ToolSource,
  isOfConnector: (name: string) => boolean,
): ToolSource {
  const sourceOf = (name: string) => (isOfConnector(name) ? connectors : plugins)
  return {
    list: async (agent) => [...(await plugins.list(agent)), ...(await connectors.list(agent))],
    checkOffer: (name, agent) => sourceOf(name).checkOffer(name, agent),
    check: (name, ...rest) => sourceOf(name).check(name, ...rest),
    call: (name, ...rest) => sourceOf(name).call(name, ...rest),
  }
}
