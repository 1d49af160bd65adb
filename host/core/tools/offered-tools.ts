import { ApiError, type Caller, nearest_name, present_caller } from '@atrium/sdk'
import type { OfferedTool, OfferedTools } from '@atrium/sdk/host'
import { randomUUID } from 'node:crypto'
import { presentRequest } from '../operations/index.ts'
import type { AgentTool } from './derive-tool.ts'
import { describeTool } from './describe-tool.ts'
import { type createCheckTool, noProgress, type RunTool } from './run-tool.ts'
import type { ToolIndex } from './tool-index.ts'

interface OfferedToolsOptions {
  readonly index: ToolIndex
  readonly runTool: RunTool
  readonly checkTool: ReturnType<typeof createCheckTool>
  /** Whether a transaction is open at present. */
  readonly isInTransaction: () => boolean
}

/** Owners of tools that administer the platform. An agent in a conversation gets none of them. */
const ADMINISTRATION = new Set(['plugins', 'platform'])

/** Makes `context.tools`: the tools of all plugins, for the present caller. */
export function createOfferedTools({ index, runTool, checkTool, isInTransaction }: OfferedToolsOptions): OfferedTools {
  const offered = (caller: Caller) => [...index.toolsFor(caller).values()].filter((tool) => isOffered(tool, caller))
  const find = (name: string, caller: Caller): AgentTool => {
    const tool = index.tools().get(name)
    if (tool === undefined || !isOffered(tool, caller)) throw unknownTool(name, offered(caller))
    return tool
  }
  return {
    list: () => {
      const caller = requireCaller()
      return offered(caller).map((tool) => toOffered(tool, caller))
    },
    check: (name, input) => {
      const caller = requireCaller()
      checkTool(find(name, caller), input, caller)
    },
    call: async (name, input, { key, if_match, signal } = {}) => {
      const caller = requireCaller()
      if (isInTransaction()) throw new Error(`[context.tools.call] was used inside a transaction, for [${name}].`)
      const tool = find(name, caller)
      const outer = outerOf(caller, signal)
      return runTool(tool, { outer, arguments: input, progress: noProgress, key, if_match })
    },
  }
}

const isOffered = ({ owner, permission }: AgentTool, caller: Caller) =>
  !ADMINISTRATION.has(owner) && (permission === undefined || caller.can(permission))

function requireCaller(): Caller {
  const caller = present_caller()
  if (caller) return caller
  throw new Error('[context.tools] was used outside of any call. Use it in a handler, or in `context.act_for`.')
}

function toOffered(tool: AgentTool, caller: Caller): OfferedTool {
  const { name, owner, title, description, read_only, destructive, idempotent, permission, target } = tool
  return {
    ...{ name, plugin: owner, description, read_only, destructive, idempotent },
    input_schema: describeTool(tool, { caller, outputSchema: false }).inputSchema,
    ...(title !== undefined && { title }),
    ...(permission !== undefined && { permission }),
    ...('operation' in target && { operation: { method: target.operation.method, path: target.operation.path } }),
  }
}

/** The call continues the present one, which an agent or a person started. */
function outerOf(caller: Caller, given: AbortSignal | undefined) {
  const present = presentRequest()
  const signals = [present?.signal, given].filter((each) => each !== undefined)
  return {
    caller,
    origin: present?.origin ?? 'agent',
    requestId: present?.requestId ?? randomUUID(),
    signal: AbortSignal.any(signals),
  } as const
}

function unknownTool(name: string, offered: readonly AgentTool[]): ApiError {
  const names = offered.map((tool) => tool.name)
  const nearest = nearest_name(name, names)
  const hint = nearest === undefined ? 'Use one of the tools that are offered.' : `Did you mean [${nearest}]?`
  return new ApiError('record_not_found', { detail: `There is no tool [${name}] that you may use. ${hint}` })
}
