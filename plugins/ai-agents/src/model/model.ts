/**
 * The estimated tokens of a text: one for four ASCII characters, and one for each other character, because scripts such as Chinese take
 * about that many.
 */
export function tokensIn(text: string): number {
  const others = text.replaceAll(/\p{ASCII}+/gu, '').length
  return Math.ceil((text.length - others) / 4) + others
}

/** A tool as a model sees it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly input_schema: object
}

/** A tool call that a model requests. */
export interface ToolCallRequest {
  readonly call_id: string
  readonly tool: string
  readonly input: unknown
  /** Why the arguments could not be read. */
  readonly malformed?: string
}

/** One entry of a model's history. Each call has its result in the following entry. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCallRequest[] }
  | { readonly role: 'tool'; readonly results: readonly ModelToolResult[] }

export interface ModelToolResult extends Pick<ToolCallRequest, 'call_id' | 'tool'> {
  readonly ok: boolean
  readonly text: string
}

/** One step of a model: the input for an answer with text, tool calls, or both. */
export interface ModelRequest {
  readonly model: string
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly temperature?: number | undefined
  readonly max_output_tokens: number
  readonly signal: AbortSignal
}

export interface TokenUse {
  readonly input_tokens: number
  readonly output_tokens: number
}

/** The use that a provider reports. Some report nothing, or 0. */
export type ToldUse = { readonly [Member in keyof TokenUse]: number | undefined }

/** The answer of a model, in order. `end` comes last and only once. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'call' } & ToolCallRequest)
  | { readonly type: 'end'; readonly reason: 'done' | 'length' | 'filtered'; readonly use: ToldUse }

/** Asks a model for one step. @throws ApiError that says what to do, without any part of the key */
export type AskModel = (request: ModelRequest) => AsyncIterable<ModelEvent>
