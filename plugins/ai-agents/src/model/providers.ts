import type { PluginContext } from '@atrium/sdk'
import type { ModelMessage as SdkMessage, TextStreamPart, ToolSet } from 'ai'
import { addressOf } from '../credentials/credential.ts'
import type { OpenedCredential } from '../credentials/credential-store.ts'
import type { AskModel, ModelEvent, ModelMessage, ModelRequest } from './model.ts'
import { askOffline } from './offline.ts'
import { brokenAnswer, providerError } from './provider-errors.ts'

type Fetch = PluginContext['fetch']

/**
 * Makes the model of a credential. This is the only file that knows the AI SDK, which is loaded with the first question to a provider. The
 * SDK gets one step at a time: the history is ours, it runs no tools, and it repeats no requests.
 */
export const modelOf = (credential: OpenedCredential, fetch: Fetch): AskModel =>
  credential.kind === 'offline' ? askOffline : (request) => ask(request, { credential, fetch })

interface Access {
  readonly credential: OpenedCredential
  readonly fetch: Fetch
}

/** Milliseconds in which a provider must say something. */
const PATIENCE = 120_000

async function* ask(request: ModelRequest, access: Access): AsyncGenerator<ModelEvent> {
  const { streamText, tool, jsonSchema } = await loadSdk()
  const silence = new AbortController()
  const signal = AbortSignal.any([request.signal, silence.signal])
  const tools: ToolSet = {}
  for (const { name, description, input_schema } of request.tools)
    tools[name] = tool({ description, inputSchema: jsonSchema(input_schema) })
  const { fullStream } = streamText({
    model: await languageModel(request.model, access),
    ...(request.instructions !== '' && { system: request.instructions }),
    messages: request.messages.map(toSdk),
    tools,
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    maxOutputTokens: request.max_output_tokens,
    maxRetries: 0,
    abortSignal: signal,
    // Errors are parts of the stream. Without this, the SDK writes them to the console, keys included.
    onError: () => undefined,
  })
  yield* eventsOf(fullStream, { name: access.credential.name, access, silence, request })
}

/** Loaded when first used, because it takes 10 MB and a tenth of a second. */
async function loadSdk() {
  const sdk = await import('ai')
  // The SDK writes warnings about settings that a provider ignores to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return sdk
}

async function languageModel(model: string, { credential, fetch }: Access) {
  const { kind, key } = credential
  const baseURL = addressOf(credential)
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey: key ?? '', fetch })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: kind,
    baseURL,
    ...(key !== undefined && { apiKey: key }),
    fetch,
    includeUsage: true,
    ...(kind === 'openai' && { transformRequestBody: withNewLimit }),
  })(model)
}

/** OpenAI's present models refuse the older name of this limit, which other servers still expect. */
function withNewLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}

function toSdk(message: ModelMessage): SdkMessage {
  if (message.role === 'user') return { role: 'user', content: message.text }
  if (message.role === 'assistant') {
    const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
    const calls = message.calls.map(({ call_id: toolCallId, tool: toolName, input }) => ({
      ...{ type: 'tool-call' as const, toolCallId, toolName },
      input: input ?? {},
    }))
    return { role: 'assistant', content: [...text, ...calls] }
  }
  const content = message.results.map(({ call_id: toolCallId, tool: toolName, ok, text: value }) => ({
    ...{ type: 'tool-result' as const, toolCallId, toolName },
    output: { type: ok ? ('text' as const) : ('error-text' as const), value },
  }))
  return { role: 'tool', content }
}

interface Reading {
  readonly name: string
  readonly access: Access
  readonly silence: AbortController
  readonly request: ModelRequest
}

/** Turns the parts of the SDK's stream into events. @throws ApiError if the stream does not end as an answer ends */
async function* eventsOf(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  { name, access, silence, request }: Reading,
): AsyncGenerator<ModelEvent> {
  let last: Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }> | undefined
  for await (const part of patiently(stream, silence)) {
    if (part.type === 'error') throw failureOf(part.error, access)
    if (part.type === 'abort') break
    if (part.type === 'finish-step') last = part
    const event = eventOf(part)
    if (event) yield event
  }
  request.signal.throwIfAborted()
  if (silence.signal.aborted) throw brokenAnswer(name, `stopped for ${PATIENCE / 1_000} s`)
  if (last === undefined || (last.finishReason === 'other' && last.rawFinishReason === undefined))
    throw brokenAnswer(name, 'ended too early')
  if (last.finishReason === 'error') throw brokenAnswer(name, 'contained something that is no answer')
  const { inputTokens, outputTokens } = last.usage
  const isCounted = inputTokens !== undefined || outputTokens !== undefined
  const use = { input_tokens: inputTokens ?? 0, output_tokens: outputTokens ?? 0 }
  yield { type: 'end', reason: REASONS[last.finishReason] ?? 'done', use: isCounted ? use : undefined }
}

const REASONS: Readonly<Record<string, 'length' | 'filtered'>> = { length: 'length', 'content-filter': 'filtered' }

function eventOf(part: TextStreamPart<ToolSet>): ModelEvent | undefined {
  if (part.type === 'text-delta' && part.text !== '') return { type: 'text', text: part.text }
  if (part.type !== 'tool-call') return undefined
  const { toolCallId: call_id, toolName: tool } = part
  const input: unknown = part.input
  const isMalformed = 'invalid' in part && part.invalid === true && typeof input === 'string'
  return { type: 'call', call_id, tool, input, ...(isMalformed && { malformed: 'The arguments are not JSON.' }) }
}

/** Aborts when nothing has come for too long. */
async function* patiently<Part>(stream: AsyncIterable<Part>, silence: AbortController): AsyncGenerator<Part> {
  let timer = setTimeout(() => silence.abort(), PATIENCE)
  try {
    for await (const part of stream) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), PATIENCE)
      yield part
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The members of the SDK's errors that tell what happened. */
interface SdkError extends Error {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

function failureOf(error: unknown, { credential }: Access): Error {
  if (!(error instanceof Error)) return brokenAnswer(credential.name, 'contained an error instead of text')
  const { name, message, statusCode: status, responseHeaders } = error as SdkError
  if (error.name === 'ApiError' || name === 'AbortError') return error
  if (status !== undefined && status < 400)
    return brokenAnswer(credential.name, 'contained something that is no answer')
  if (status === undefined && /JSONParse|TypeValidation|InvalidResponse|InvalidStream/i.test(name))
    return brokenAnswer(credential.name, 'contained something that is no answer')
  return providerError({ status, message, retry_after: responseHeaders?.['retry-after'] }, credential)
}
