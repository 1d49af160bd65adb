import type { ToolCall } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Lease } from '../../base/lifetime/index.ts'
import type { Withholding } from './operation.ts'

/** A tool for agents, as registered: over an operation, or with a handler of its own. */
export interface Tool {
  /** Prefixed with the plugin's id: `template_retire_item`. */
  readonly name: string
  readonly owner: string
  readonly title?: string
  readonly description: string
  readonly permission: string
  readonly read_only: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The operation it calls, by name; or its own handler. */
  readonly target: { readonly operation: string } | OwnTarget
}

/** A handler of the tool's own, and the generation it belongs to. */
export interface OwnTarget {
  readonly handler: (call: ToolCall<unknown>) => unknown
  readonly lease: Lease
  readonly withhold: Withholding
}
