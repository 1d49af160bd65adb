import type { Static, TObject, TSchema } from 'typebox'
import type { Caller } from './caller.ts'

export interface ToolOptions {
  /** When an agent should use it and what it gets back. The most important line of a tool. */
  description: string
  title?: string
  /** Changes nothing. Default: whether the operation is a GET; false for a tool of its own. */
  read_only?: boolean
  /** May remove or overwrite something. Default: unless it only reads or creates; for a tool of its own true unless `read_only`. */
  destructive?: boolean
  /** Asking twice does no more than asking once. Default: whether the method says so; for a tool of its own what `read_only` is. */
  idempotent?: boolean
}

export interface OwnToolOptions<Input extends TObject = TObject, Output extends TSchema = TSchema> extends ToolOptions {
  input: Input
  output?: Output
  /** `<plugin>.<resource>.<action>`. */
  permission: string
}

/** What a tool's handler gets. */
export interface ToolCall<Input> {
  readonly input: Input
  readonly caller: Caller
  /** Aborted when the agent gives up, or when the plugin has to end. */
  readonly signal: AbortSignal
  /** Tells how far the work is, to an agent that wants to know. `done` has to grow. */
  readonly progress: (done: number, options?: ProgressOptions) => Promise<void>
}

export interface ProgressOptions {
  /** What `done` will be at the end, where that is known. */
  total?: number
  message?: string
}

/** `'POST /items/{item_id}/retire'`. */
export type OperationName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Where a plugin declares tools for agents. The host prefixes every name with the plugin's id. */
export interface Tools {
  /** Gives an operation a name and a description made for agents. Schema and permission are the operation's. */
  operation(name: string, operation: OperationName, options: ToolOptions): Tools
  /**
   * A tool that is no operation. It answers a value, or `tool_content([…])` for pictures and files. The host opens no transaction
   * around it: it may talk to others, and opens short ones itself with `db.transaction`. One that is `read_only` reads from the
   * database and cannot change it.
   */
  add<Input extends TObject, Output extends TSchema = TSchema>(
    name: string,
    options: OwnToolOptions<Input, Output>,
    handler: (call: ToolCall<Static<Input>>) => Promise<Static<Output>> | Static<Output>,
  ): Tools
}
