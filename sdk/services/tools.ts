import type { Static, TObject, TSchema } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { Origin } from '../declaration/origin.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_schema } from '../declaration/require-record.ts'
import { type OptionKind, require_function, require_options, require_timeout } from '../declaration/require.ts'
import { require_permission } from './service-names.ts'
import type { Caller } from '../calls/caller.ts'

/** A content block of MCP. `data` and `blob` are base64. */
export type ToolBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; title?: string; description?: string; mimeType?: string }

/** A tool result of content blocks instead of JSON. */
export class ToolContent {
  readonly blocks: readonly ToolBlock[]
  constructor(blocks: readonly ToolBlock[]) {
    this.blocks = blocks
  }
}

/** Answers an agent with pictures, sound, files or several texts. For tools added with `tools.add` without an `output`. */
export const tool_content = (blocks: readonly ToolBlock[]) => new ToolContent(blocks)

export interface ToolOptions {
  /** When an agent should use the tool and what it returns. The most important line of a tool. */
  description: string
  title?: string
  /** Changes nothing. Default: whether the operation is a GET; for `add`, false. */
  read_only?: boolean
  /** May remove or overwrite something. Default: true unless the operation only reads or creates; for `add`, unless `read_only`. */
  destructive?: boolean
  /** Calling it twice has the effect of calling it once. Default: follows from the method; for `add`, the value of `read_only`. */
  idempotent?: boolean
}

export interface OwnToolOptions<Input extends TObject = TObject, Output extends TSchema = TSchema> extends ToolOptions {
  input: Input
  output?: Output
  /** `<plugin>.<resource>.<action>`. */
  permission: string
  /** Seconds after which the host ends the call and aborts its signal. From 0.1 to 3600. Default: 10, or as the host is configured. */
  timeout_seconds?: number
}

/** One call of a tool, as its handler gets it. */
export interface ToolCall<Input> {
  readonly input: Input
  readonly caller: Caller
  /** Aborted when the agent cancels the call or the plugin has to end. */
  readonly signal: AbortSignal
  /** Reports progress to agents that ask for it. `done` must grow with each call. */
  readonly progress: (done: number, options?: ProgressOptions) => Promise<void>
}

export interface ProgressOptions {
  /** The final value of `done`, if known. */
  total?: number
  message?: string
}

/** `'POST /items/{item_id}/retire'`. */
export type OperationName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Where a plugin declares tools for agents. The host prefixes every name with the plugin's id. */
export interface Tools {
  /** Gives an operation a name and a description for agents. Schema and permission are those of the operation. */
  operation(name: string, operation: OperationName, options: ToolOptions): Tools
  /**
   * Adds a tool that is not an operation. Its handler returns a value, or `tool_content([…])` for pictures and files. The host opens no
   * transaction, so the handler may call other systems; it opens short transactions itself with `db.transaction`. A `read_only` tool
   * cannot change the database.
   */
  add<Input extends TObject, Output extends TSchema = TSchema>(
    name: string,
    options: OwnToolOptions<Input, Output>,
    handler: (call: ToolCall<Static<Input>>) => Promise<Static<Output>> | Static<Output>,
  ): Tools
}

/** One tool as declared: for an operation of the plugin, or with a handler. */
export type ToolDeclaration = {
  readonly origin: Origin
  /** Without the plugin's id, which the host adds as a prefix. */
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
    require_options(`The tool [${name}]`, options, OPTIONS)
    declarations.push({ origin: origin_of(operation), name, options, operation: target })
    return tools
  }
  const add: Tools['add'] = (name, options, handler) => {
    requireDescription(requireToolName(name), options)
    require_own_tool(name, options, handler)
    declarations.push({ origin: origin_of(add), name, options, handler })
    return tools
  }
  const tools: Tools = { operation, add }
  return { tools, declarations }
}

/** Every option of a tool and what it holds, and those of a tool with a handler. A new option does not compile until it stands here. */
const OPTIONS: Record<keyof ToolOptions, OptionKind> = {
  description: 'text',
  title: 'text',
  read_only: 'boolean',
  destructive: 'boolean',
  idempotent: 'boolean',
}
const OWN_OPTIONS: Record<keyof OwnToolOptions, OptionKind> = {
  ...OPTIONS,
  input: 'any',
  output: 'any',
  permission: 'any',
  timeout_seconds: 'any',
}

function require_own_tool(name: string, options: OwnToolOptions, handler: unknown): void {
  require_options(`The tool [${name}]`, options, OWN_OPTIONS)
  if (options.permission === undefined || options.input === undefined) {
    throw new DeclarationError('tool_invalid', `The tool [${name}] has no ${options.input ? 'permission' : 'input'}.`, {
      fix: "Give it both: `{ input: Type.Object({ … }), permission: '<plugin>.<resource>.<action>' }`.",
    })
  }
  require_permission(`The tool [${name}]`, options.permission)
  require_timeout(name, options)
  require_schema(`input of ${name}`, options.input)
  require_schema(`output of ${name}`, options.output)
  require_function('add', handler, `add('${name}', { … }, (call) => …)`)
}

function requireToolName(name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name
  throw new DeclarationError('id_invalid', `[${name}] is not a valid name for a tool.`, {
    fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and underscores.',
  })
}

function requireDescription(name: string, options: { description?: string } | undefined): void {
  if (options?.description) return
  throw new DeclarationError('tool_invalid', `The tool [${name}] has no description.`, {
    fix: 'Describe when an agent should use it and what it gets back.',
  })
}
