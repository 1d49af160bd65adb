import type { JsonSchema } from '../documents/values.ts'
import type { ToolBlock } from './tools.ts'

/** A tool, as one caller may use it. */
export interface OfferedTool {
  /** `booking_cancel_booking`. */
  readonly name: string
  /** The plugin that it belongs to. */
  readonly plugin: string
  readonly title?: string
  readonly description: string
  /** JSON Schema of its arguments, without what the caller may not set. */
  readonly input_schema: JsonSchema
  readonly read_only: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  /** What callers need to use it. */
  readonly permission?: string
  /** The operation behind it, for tools that are one: `{ method: 'PATCH', path: '/api/v1/booking/bookings/{id}/cancel' }`. */
  readonly operation?: { readonly method: string; readonly path: string }
}

export interface ToolUse {
  /**
   * Names the call: for the same caller, tool and key, it takes effect at most once, also if the host ends in between. A call that is repeated
   * is answered as the first was, for 24 hours. 1 to 255 visible ASCII characters.
   */
  readonly key?: string
  /** The ETag of the record that the tool may change, for tools whose operation takes `If-Match`. Others ignore it. */
  readonly if_match?: string
  readonly signal?: AbortSignal
}

/** The answer of a tool: content blocks of MCP, and the value if the tool answers JSON. */
export interface ToolOutcome {
  readonly value?: Readonly<Record<string, unknown>>
  readonly blocks: readonly ToolBlock[]
}

/** The tools of all active plugins, for plugins that work as agents. */
export interface OfferedTools {
  /** The tools that the current caller may use, sorted by name, without the administration of the platform. */
  list(): readonly OfferedTool[]
  /**
   * Checks the arguments of a tool as `call` does, without running it: people should not have to approve calls that must fail.
   * @throws ApiError 422 `validation_failed`, 404 `record_not_found` for a tool that is not offered
   */
  check(name: string, input: Readonly<Record<string, unknown>>): void
  /**
   * Runs a tool as the current caller. Call it outside of transactions: a tool may take long, and ends its own.
   * @throws ApiError what the tool throws; 404 `record_not_found` for a tool that is not offered; 409 `idempotency_outcome_unknown` if an
   * earlier call with the key did not end and cannot be rolled back
   */
  call(name: string, input: Readonly<Record<string, unknown>>, use?: ToolUse): Promise<ToolOutcome>
}

/** What an agent does and why. The audit log stores it with every change of the agent. */
export interface AgentNote {
  /** The name of the agent. */
  readonly agent: string
  /** The id of the conversation in which it was asked. */
  readonly conversation?: string
  /** The id of the approval that allowed the action. */
  readonly approval?: string
}
