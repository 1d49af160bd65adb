import type { ToolOptions } from '@atrium/sdk/host'
import type { JsonSchema } from '@atrium/sdk/documents'
import type { Operation, OwnTarget } from '../../core/registries/index.ts'

/** A tool as agents get to know it: registered by a plugin, or derived from an operation. */
export interface AgentTool extends Required<Omit<ToolOptions, 'title'>> {
  readonly name: string
  readonly title: string | undefined
  readonly owner: string
  /** Undefined: whoever is signed in may call it. */
  readonly permission: string | undefined
  readonly input: JsonSchema
  /** Of what is answered, before it is made an object of. */
  readonly output: JsonSchema | undefined
  readonly target: { readonly operation: Operation } | OwnTarget
}
