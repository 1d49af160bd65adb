import type { ToolCall } from '@atrium/sdk'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Origin } from '@atrium/sdk/host'
import type { Withholding } from './operation.ts'
import type { Lease } from '../../base/lifetime/index.ts'

/** The tools by owner. */
export class ToolRegistry {
  readonly #tools = new Map<string, readonly Tool[]>()

  /** Replaces an owner's tools. */
  replace(owner: string, tools: readonly Tool[]): void {
    if (tools.length === 0) this.#tools.delete(owner)
    else this.#tools.set(owner, tools)
  }

  /** Returns all tools, sorted by name. If two owners make the same name, the first by id comes first. */
  list(): readonly Tool[] {
    return [...this.#tools.values()].flat().sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
}

const keyOf = ({ name, owner }: Tool) => `${name} ${owner}`

/** A tool for agents. It calls an operation or has its own handler (ARCHITECTURE: MCP). */
export interface Tool {
  /** Prefixed with the plugin's id, such as `template_retire_item`. */
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
  /** The name of the operation that it calls, or its own handler. */
  readonly target: { readonly operation: string } | OwnTarget
}

/** A tool's own handler and the generation that owns it; the platform's own tools have none. */
export interface OwnTarget {
  readonly handler: (call: ToolCall<unknown>) => unknown
  readonly lease?: Lease
  /** Where the tool was declared. */
  readonly origin?: Origin
  readonly withhold: Withholding
  readonly timeout_seconds?: number
}
