import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from '../operations/caller.ts'

export interface ToolOptions {
  /** When an agent should use it and what it gets back. The most important line of a tool. */
  description: string
  title?: string
}

export interface OwnToolOptions<Input extends TObject = TObject, Output extends TSchema = TSchema> extends ToolOptions {
  input: Input
  output?: Output
  /** `<plugin>.<resource>.<action>`. */
  permission: string
  /** Changes nothing. Default false. */
  read_only?: boolean
  /** May remove or overwrite something. Default true unless `read_only`. */
  destructive?: boolean
}

/** What a tool's handler gets. */
export interface ToolCall<Input> {
  readonly input: Input
  readonly caller: Caller
  readonly signal: AbortSignal
}

/** `'POST /items/{item_id}/retire'`. */
export type OperationName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Where a plugin declares tools for agents. The host prefixes every name with the plugin's id. */
export interface Tools {
  /** Gives an operation a name and a description made for agents. Schema, permission and hints are the operation's. */
  operation(name: string, operation: OperationName, options: ToolOptions): Tools
  /** A tool that is no operation. */
  add<Input extends TObject, Output extends TSchema = TSchema>(
    name: string,
    options: OwnToolOptions<Input, Output>,
    handler: (call: ToolCall<Static<Input>>) => Promise<Static<Output>> | Static<Output>,
  ): Tools
}
