import type { PluginContext } from '@atrium/sdk'
import type { ModelMessage as SdkMessage, TextStreamPart, ToolSet } from 'ai'
import { addressOf } from '../credentials/credential.ts'
import type { OpenedCredential } from '../credentials/credential-store.ts'
import { isApiError } from '../is-api-error.ts'
import type { AskModel, ModelEvent, ModelMessage, ModelRequest } from './model.ts'
import { askOffline } from './offline.ts'
import { pacedFetch } from './pace.ts'
import { brokenAnswer, providerError } from './provider-errors.ts'
import { redactor } from './redact.ts'
import type { Settings } from '../settings.ts'

/**
 * Makes the model of a credential. This is the only file that uses the AI SDK, which is loaded with the first request to a provider. The
 * SDK gets one step at a time: it does not manage the history, run tools, or repeat requests.
 */
export const modelOf = (credential: OpenedCredential, { fetch, settings }: Context): AskModel =>
  credential.kind === 'offline'
    ? askOffline
    : (request) =>
        ask(request, {
          credential,
          fetch: pacedFetch(fetch, {
            most: mostBytesOf(request),
            tooLong: () => brokenAnswer(credential.name, TOO_LONG),
          }),
          patience: settings.provider_silence_seconds,
        })

type Context = Pick<PluginContext<Settings>, 'fetch' | 'settings'>

interface Access {
  readonly credential: OpenedCredential
  readonly fetch: Context['fetch']
  /** Seconds within which a provider must send something. */
  readonly patience: number
}

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
  const { credential, patience } = access
  try {
    const parts = patiently(fullStream, { silence, milliseconds: patience * 1_000 })
    yield* eventsOf(parts, { name: credential.name, longest: longestOf(request) })
  } catch (error) {
    request.signal.throwIfAborted()
    throw silence.signal.aborted ? brokenAnswer(credential.name, `stopped for ${patience} s`) : failureOf(error, access)
  }
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

/** Turns the parts of the SDK's stream into events. Throws the SDK's errors, or an ApiError if the stream does not end like an answer. */
async function* eventsOf(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  { name, longest }: { name: string; longest: number },
): AsyncGenerator<ModelEvent> {
  let last: Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }> | undefined
  let [length, calls] = [0, 0]
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new DOMException('The request was aborted.', 'AbortError')
    if (part.type === 'finish-step') last = part
    const event = eventOf(part)
    if (event) yield event
    length += event?.type === 'text' ? event.text.length : Number(part.type === 'tool-input-delta')
    calls += Number(event?.type === 'call')
    if (length > longest) throw brokenAnswer(name, TOO_LONG)
    if (calls > MOST_CALLS) throw brokenAnswer(name, `called more than ${MOST_CALLS} tools at once`)
  }
  if (last === undefined || (last.finishReason === 'other' && last.rawFinishReason === undefined))
    throw brokenAnswer(name, ENDED_EARLY)
  if (last.finishReason === 'error') throw brokenAnswer(name, NO_ANSWER)
  const { inputTokens: input_tokens, outputTokens: output_tokens } = last.usage
  yield { type: 'end', reason: REASONS[last.finishReason] ?? 'done', use: { input_tokens, output_tokens } }
}

const ENDED_EARLY = 'broke off'
const TOO_LONG = 'is much longer than was asked for'
const NO_ANSWER = 'could not be read'

/** The number of characters after which an answer is considered endless: many more than its tokens can have. */
const longestOf = ({ max_output_tokens }: ModelRequest) => max_output_tokens * 20 + 10_000

/** The bytes after which an answer is no longer read. An event for one token, what a model thinks included, has some hundred of them. */
const mostBytesOf = ({ max_output_tokens }: ModelRequest) => max_output_tokens * 2_000 + 1_000_000

/** Calls of tools in one answer. */
const MOST_CALLS = 250

/** How deep arguments may be nested. */
const DEEPEST = 50

const REASONS: Readonly<Record<string, 'length' | 'filtered'>> = { length: 'length', 'content-filter': 'filtered' }

function eventOf(part: TextStreamPart<ToolSet>): ModelEvent | undefined {
  if (part.type === 'text-delta' && part.text !== '') return { type: 'text', text: part.text }
  if (part.type !== 'tool-call') return undefined
  const { toolCallId: call_id, toolName: tool } = part
  const input: unknown = part.input
  const isMalformed = 'invalid' in part && part.invalid === true && typeof input === 'string'
  if (isMalformed) return { type: 'call', call_id, tool, input, malformed: 'The arguments are not JSON.' }
  if (isDeeper(input, DEEPEST))
    return { type: 'call', call_id, tool, input: {}, malformed: `The arguments are nested more than ${DEEPEST} deep.` }
  return { type: 'call', call_id, tool, input }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

/** Aborts when nothing has arrived for too long. */
async function* patiently<Part>(
  stream: AsyncIterable<Part>,
  { silence, milliseconds }: { silence: AbortController; milliseconds: number },
): AsyncGenerator<Part> {
  const timer = setTimeout(() => silence.abort(), milliseconds)
  try {
    for await (const part of stream) {
      timer.refresh()
      yield part
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The members of the SDK's errors that describe the failure. */
interface SdkError extends Error {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An error of the SDK, translated for people and programs. */
function failureOf(error: unknown, { credential }: Access): Error {
  const { name: credentialName, key } = credential
  if (!(error instanceof Error))
    return brokenAnswer(credentialName, `contained an error: ${redactor(key)(told(error))}`)
  const { name, message, statusCode: status, responseHeaders, cause } = error as SdkError
  const own = ownErrorIn(error)
  if (own !== undefined) return own
  if (/JSONParse|TypeValidation|InvalidResponse|InvalidStream|NoOutput/i.test(name))
    return brokenAnswer(credentialName, NO_ANSWER)
  // Any other error comes from the stream itself: the connection broke after the answer had begun.
  if (!name.endsWith('APICallError')) return brokenAnswer(credentialName, ENDED_EARLY)
  // The SDK reads the first words before it returns the answer. `fetch` has a TypeError for a connection that breaks.
  if (status !== undefined && status < 400)
    return brokenAnswer(credentialName, cause instanceof TypeError ? ENDED_EARLY : NO_ANSWER)
  return providerError({ status, message, retry_after: responseHeaders?.['retry-after'] }, credential)
}

/** The error of this plugin that the SDK has wrapped in its own, if there is one. */
function ownErrorIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return isApiError(error) ? error : ownErrorIn(error.cause)
}

/** The provider's message in the middle of a stream: a text, or an object with a message. */
function told(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  const text = typeof error === 'string' ? error : typeof message === 'string' ? message : 'it does not say which'
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
