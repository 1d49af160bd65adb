import type { Caller, RawQuery } from '@atrium/sdk'
import { nearest_name, Type } from '@atrium/sdk'
import type { AgentTool } from '../../core/tools/index.ts'
import { protocol } from './protocol.ts'

/** The query of the endpoint’s address, with which its user chooses the tools that an agent sees. */
export const VIEW_QUERY = Type.Object({
  toolsets: Type.Optional(
    Type.String({
      description:
        'The toolsets to offer, separated by commas: ids of plugins, `panels`, `admin`, or `all`. All their tools are listed. Default: every toolset but `admin`, of which `tools/list` shows as much as fits in 12,000 tokens; agents find the rest with `search_tools`',
    }),
  ),
  output_schemas: Type.Optional(
    Type.Boolean({ description: 'Whether `tools/list` describes results too, which triples its size. Default: false' }),
  ),
})

/** The tools that an agent sees, according to its address. */
export interface View {
  /** Undefined: every toolset except `admin`, within the budget of `listed`. */
  readonly toolsets: ReadonlySet<string> | undefined
  readonly outputSchemas: boolean
}

/** An agent: the caller whom it works for, and its toolsets. */
export interface Agent {
  readonly caller: Caller
  readonly view: View
}

/** Returns a caller with its current permissions; undefined if it has no access any more. */
export type RenewCaller = (caller: Caller) => Promise<Caller | undefined>

/** Reads the validated query of the endpoint’s address. */
export function viewOf({ toolsets, output_schemas }: RawQuery): View {
  const names = typeof toolsets === 'string' ? toolsets.split(',').map((name) => name.trim()) : []
  const given = names.filter((name) => name !== '')
  return { toolsets: given.length === 0 ? undefined : new Set(given), outputSchemas: output_schemas === 'true' }
}

/** The plugin of a tool, or `admin` for the administration of the platform. */
export const toolsetOf = ({ owner }: Pick<AgentTool, 'owner'>): string => (ADMINISTRATION.has(owner) ? ADMIN : owner)

const ADMINISTRATION = new Set(['plugins', 'platform'])
const ADMIN = 'admin'
const ALL = 'all'

/** The owner of the tools for background actions, which tools of every plugin may start. */
const FOR_EVERY_TOOLSET = 'bulk'

/** Whether a view includes a tool. The others count as unknown: they are neither found nor called. */
export function isInView(tool: AgentTool, { toolsets }: View): boolean {
  const toolset = toolsetOf(tool)
  if (toolset === FOR_EVERY_TOOLSET) return true
  return toolsets === undefined ? toolset !== ADMIN : toolsets.has(toolset) || toolsets.has(ALL)
}

/**
 * Refuses toolsets without tools, because a misspelt one would silently offer nothing.
 * @param known the toolsets that have tools
 * @throws ProtocolError
 */
export function requireToolsets({ toolsets = new Set() }: View, known: readonly string[]): void {
  const names = [...new Set([...known, ADMIN, ALL])].sort()
  for (const name of toolsets) {
    if (names.includes(name)) continue
    const nearest = nearest_name(name, names)
    const hint = nearest === undefined ? '' : ` Did you mean [${nearest}]?`
    const { ProtocolError, ProtocolErrorCode } = protocol()
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no toolset [${name}] now, but the address of the endpoint asks for it.${hint} Use some of ${names.join(', ')}.`,
    )
  }
}
