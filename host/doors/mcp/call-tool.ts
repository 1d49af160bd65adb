import { type ApiError, nearest_name } from '@atrium/sdk'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { toApiError } from '../../base/errors/index.ts'
import type { Logger } from '../../base/log/index.ts'
import { innerRequest } from '../../core/operations/request.ts'
import type { Outcome, Perform } from '../../core/operations/request.ts'
import type { Validators } from '../../core/operations/validators.ts'
import type { AgentCall } from './agent-call.ts'
import type { AgentTool } from './agent-tool.ts'
import { operationParts } from './operation-parts.ts'
import { ownOperation } from './own-operation.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'
import { toolFailure } from './tool-failure.ts'
import { toolResult } from './tool-result.ts'

export interface CallToolOptions {
  readonly catalogue: ToolCatalogue
  readonly perform: Perform
  readonly validators: Pick<Validators, 'response'>
  readonly log: Logger
}

/** Runs the tool of the generation that serves now. Rejects only where there is no such tool. */
export type CallTool = (call: AgentCall) => Promise<CallToolResult>

/**
 * Makes the way from an agent to `perform`. What goes wrong is a result like any other, because the model that asked is to read
 * it and do better.
 */
export function createCallTool({ catalogue, perform, validators, log }: CallToolOptions): CallTool {
  return async (call) => {
    const tool = catalogue.get(call.tool) ?? refuse(call.tool, catalogue.names())
    try {
      return toolResult(tool, await run(tool, call))
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.status >= 500) logFailure(error, call)
      return toolFailure(error, call)
    }
  }

  async function run(tool: AgentTool, call: AgentCall): Promise<Outcome> {
    const outer = { caller: call.caller, origin: 'agent', requestId: call.requestId, signal: call.signal } as const
    if ('operation' in tool.target) {
      const { operation } = tool.target
      return perform(innerRequest(outer, { operation, ...operationParts(operation, call.arguments ?? {}) }))
    }
    const operation = ownOperation(tool, tool.target, call)
    const outcome = await perform(innerRequest(outer, { operation, params: {}, body: call.arguments }))
    if (tool.output !== undefined) validators.response(operation, outcome.body)
    return outcome
  }

  function logFailure(error: ApiError, { tool, requestId }: AgentCall): void {
    log.error({ err: error.cause ?? error, code: error.code, request_id: requestId, tool }, 'the tool failed')
  }
}

function refuse(name: string, known: readonly string[]): never {
  const nearest = nearest_name(name, known)
  const hint = nearest === undefined ? 'Ask tools/list for those there are.' : `Did you mean [${nearest}]?`
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool [${name}]. ${hint}`)
}
