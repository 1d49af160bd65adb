import type { Static, TObject, TSchema } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import type { Caller } from '../calls/caller.ts'

/** A piece of what a tool shows an agent, as MCP has it. `data` and `blob` are base64. */
export type ToolBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; title?: string; description?: string; mimeType?: string }

/** What a tool answers that has more to show than JSON. */
export class ToolContent {
  readonly blocks: readonly ToolBlock[]
  constructor(blocks: readonly ToolBlock[]) {
    this.blocks = blocks
  }
}

/** Answers an agent with pictures, sound, files or several texts. For tools of their own that declare no `output`. */
export const tool_content = (blocks: readonly ToolBlock[]) => new ToolContent(blocks)

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

/** One tool as a plugin declared it: over an operation of its own, or with a handler. */
export type ToolDeclaration = {
  readonly origin: Origin
  /** Without the plugin's id, which the host puts before it. */
  readonly name: string
} & (
  | { readonly options: ToolOptions; readonly operation: OperationName }
  | { readonly options: OwnToolOptions; readonly handler: (call: never) => unknown }
)

/** Tools that record each declaration, and the declarations so far, in order. */
export interface CollectedTools {
  readonly tools: Tools
  readonly declarations: readonly ToolDeclaration[]
}

/**
 * Makes the `tools` that the host passes to `register_mcp_tools`. Tests use it to see what a plugin declares. Wrong arguments throw a
 * DeclarationError at the author's call.
 */
export function collect_tools(): CollectedTools {
  const declarations: ToolDeclaration[] = []
  const operation: Tools['operation'] = (name, target, options) => {
    requireDescription(requireToolName(name), options)
    declarations.push({ origin: origin_of(operation), name, options, operation: target })
    return tools
  }
  const add: Tools['add'] = (name, options, handler) => {
    requireDescription(requireToolName(name), options)
    declarations.push({ origin: origin_of(add), name, options, handler })
    return tools
  }
  const tools: Tools = { operation, add }
  return { tools, declarations }
}

function requireToolName(name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of a tool.`, {
    fix: 'Use lower-case letters, digits and underscores, beginning with a letter.',
  })
}

function requireDescription(name: string, options: { description?: string } | undefined): void {
  if (options?.description) return
  throw new DeclarationError('tool_invalid', `The tool [${name}] has no description.`, {
    fix: 'Say when an agent should use it and what it gets back.',
  })
}
