import type { Caller, ToolCall } from '@atrium/sdk'
import type { ToolArguments } from './operation-parts.ts'

/** A tool's call as an agent makes it, whichever revision of the protocol it speaks. */
export interface AgentCall {
  readonly tool: string
  readonly arguments: ToolArguments | undefined
  readonly caller: Caller
  readonly requestId: string
  readonly signal: AbortSignal
  readonly progress: ToolCall<unknown>['progress']
}
