import type { ToolCall } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Withholding } from './operation.ts'
import type { Lease } from '../../base/lifetime/index.ts'

/** The registered tools by owner. */
export class ToolRegistry {
  readonly #tools = new Map<string, readonly Tool[]>()

  /** Puts an owner's tools in place of those it had. */
  replace(owner: string, tools: readonly Tool[]): void {
    if (tools.length === 0) this.#tools.delete(owner)
    else this.#tools.set(owner, tools)
  }

  /** All tools, by name. */
  list(): readonly Tool[] {
    return [...this.#tools.values()].flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}

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
