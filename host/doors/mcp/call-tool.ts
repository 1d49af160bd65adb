import type { ToolCall } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { loggedFailure, toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Validators } from '../../core/operations/index.ts'
import type { OwnTarget } from '../../core/registries/index.ts'
import {
  type AgentTool,
  ownOperation,
  type RunTool,
  type ToolArguments,
  type ToolResult,
  type ToolRun,
} from '../../core/tools/index.ts'
import { protocol } from './protocol.ts'
import type { CallInput } from './search-tools.ts'
import { CALL_TOOL } from './search-tools.ts'
import type { Agent } from './toolsets.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import { toolFailure } from './tool-failure.ts'
import { unknownTool } from './unknown-tool.ts'

export interface CallToolOptions {
  readonly catalogue: ToolCatalogue
  readonly runTool: RunTool
  readonly validators: Pick<Validators, 'body'>
  readonly log: HostLogger
}

/** Runs a tool of the current generation. Rejects only for an unknown tool. */
export type CallTool = (call: AgentCall) => Promise<CallToolResult>

/**
 * Makes the function that runs a tool. Failures become tool results, so that the model can read them and correct its
 * call.
 */
export function createCallTool({ catalogue, runTool, validators, log }: CallToolOptions): CallTool {
  return async function callTool(call): Promise<CallToolResult> {
    const tool = catalogue.get(call.tool, call.agent) ?? refuse(call.tool, catalogue.callable(call.agent))
    try {
      if (tool.name === CALL_TOOL) return await callTool(innerCall(tool, call))
      return toResult(await runTool(tool, toRun(call)))
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.status >= 500) logFailure(error, call)
      return toolFailure(error, { requestId: call.requestId, view: call.agent.view })
    }
  }

  /**
   * The call inside a `call_tool`. An unknown tool is a failure here, which the model can read.
   * @throws ApiError 404 `tool_unknown`, 422 `validation_failed`
   */
  function innerCall(tool: AgentTool, call: AgentCall): AgentCall {
    const operation = ownOperation(tool, tool.target as OwnTarget, call.progress)
    const input = validators.body(operation, call.arguments) as CallInput
    if (input.name === CALL_TOOL || catalogue.get(input.name, call.agent) === undefined)
      throw new ApiError('tool_unknown', { detail: unknownTool(input.name, catalogue.callable(call.agent)) })
    return { ...call, tool: input.name, arguments: input.arguments }
  }

  function logFailure(error: ApiError, { tool, requestId }: AgentCall): void {
    log.error('a tool call failed', { ...loggedFailure(error), request_id: requestId, tool })
  }
}

const toRun = ({ agent, requestId, signal, ...call }: AgentCall): ToolRun => ({
  outer: { caller: agent.caller, origin: 'agent', requestId, signal },
  arguments: call.arguments,
  progress: call.progress,
})

const toResult = ({ blocks, value }: ToolResult): CallToolResult => ({
  content: [...blocks],
  ...(value && { structuredContent: value }),
})

function refuse(name: string, known: readonly string[]): never {
  const { ProtocolError, ProtocolErrorCode } = protocol()
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, known))
}

/** A tool call of an agent, the same for both revisions of the protocol. */
interface AgentCall {
  readonly tool: string
  readonly arguments: ToolArguments | undefined
  readonly agent: Agent
  readonly requestId: string
  readonly signal: AbortSignal
  readonly progress: ToolCall<unknown>['progress']
}
