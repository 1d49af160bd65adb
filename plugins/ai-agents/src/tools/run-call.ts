import { isApiError } from '../is-api-error.ts'
import type { ToolSource, ToolUse } from './tool-source.ts'

/** What a tool answered, or why it did not, as the model reads it. */
export interface CallResult {
  readonly ok: boolean
  readonly text: string
  /** The answer as a value, if it is small enough to show. */
  readonly value?: unknown
  /** The code of the error, and its HTTP status. */
  readonly code?: string
  readonly status?: number
}

/** The most characters of an answer that a model gets. */
const LONGEST = 24_000

/** The most characters of a value that a frame carries. */
const LONGEST_VALUE = 16_000

/** Seconds after which a tool is no longer waited for. Operations have a limit of their own. */
const TOOL_SECONDS = 120

/** Runs a tool, and turns every failure into something that a model and a person can act on. Never throws. */
export async function runCall(
  tools: ToolSource,
  { name, input }: { name: string; input: Readonly<Record<string, unknown>> },
  use: ToolUse,
): Promise<CallResult> {
  const late = AbortSignal.timeout(TOOL_SECONDS * 1_000)
  const signal = AbortSignal.any([use.signal, late])
  try {
    const { text, value } = await untilAborted(tools.call(name, input, { ...use, signal }), signal)
    const shown = value === undefined || JSON.stringify(value).length > LONGEST_VALUE ? {} : { value }
    return { ok: true, text: cut(text), ...shown }
  } catch (error) {
    if (late.aborted && !use.signal.aborted) return tooLate(name)
    return failed(error)
  }
}

/** Why a call cannot succeed as it is; undefined if its arguments are right. */
export async function refusedCall(
  tools: ToolSource,
  { name, input }: { name: string; input: Readonly<Record<string, unknown>> },
): Promise<CallResult | undefined> {
  return tools.check(name, input).then(() => undefined, failed)
}

/** A tool that ignores its signal must not hold up the conversation. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('The call was ended.', 'AbortError'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST)}\n[Cut: these are the first ${LONGEST} of ${text.length} characters. Ask for less, for example with a filter or a smaller page.]`
}

const tooLate = (name: string): CallResult => ({
  ...{ ok: false, code: 'tool_timeout' },
  text: `tool_timeout: [${name}] did not answer within ${TOOL_SECONDS} s. Whether it took effect is unknown.`,
})

/** A failure as the model reads it. What is no ApiError may contain anything, so it is not passed on. */
export function failed(error: unknown): CallResult {
  if (!isApiError(error))
    return {
      ok: false,
      code: 'tool_failed',
      status: 500,
      text: 'tool_failed: The tool failed. An operator finds the reason in the log.',
    }
  const { code, message, options, status } = error
  const fields = options.errors ? `\nFields: ${JSON.stringify(options.errors)}` : ''
  const allowed = options.allowed ? `\nPossible: ${options.allowed.join(', ')}` : ''
  return { ok: false, code, status, text: cut(`${code}: ${message}${fields}${allowed}`) }
}
