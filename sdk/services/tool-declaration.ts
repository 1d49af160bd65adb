import type { Origin } from '../declaration/origin.ts'
import type { OperationName, OwnToolOptions, ToolOptions } from './tools.ts'

/** One tool as a plugin declared it: over an operation of its own, or with a handler. */
export type ToolDeclaration = {
  readonly origin: Origin
  /** Without the plugin's id, which the host puts before it. */
  readonly name: string
} & (
  | { readonly options: ToolOptions; readonly operation: OperationName }
  | { readonly options: OwnToolOptions; readonly handler: (call: never) => unknown }
)
