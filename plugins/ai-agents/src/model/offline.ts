import { setTimeout } from 'node:timers/promises'
import type { ModelEvent, ModelMessage, ModelRequest, ModelToolResult, ToolCallRequest } from './model.ts'

const WHAT_I_AM =
  'I am the offline agent: no language model is connected, so I cannot answer freely. I follow tool calls that stand in a message, one per line'
const HOW = 'such as `/booking_list_services {}`: a slash, the name of a tool, and its arguments as JSON.'

/** A line such as `/booking_list_services {"q":"massage"}`, indented or not. */
const CALL = /^\s*\/([a-z][a-z0-9_-]*)\s*(\{.*\})?\s*$/

/**
 * The provider that needs no network. It calls the tools that the lines of a message name, one after another, and then reports their
 * results. It reads nothing else, so the result of a tool cannot make it call another one.
 */
export async function* askOffline({ messages, tools, signal }: ModelRequest): AsyncGenerator<ModelEvent> {
  const { text, results } = presentTurn(messages)
  const calls = callsIn(text)
  const next = calls[results.length]
  const said = next ? '' : answerOf(calls, results, tools.length)
  for (const word of said.match(/\s*\S+\s*/g) ?? []) {
    signal.throwIfAborted()
    await setTimeout(0)
    yield { type: 'text', text: word }
  }
  if (next) yield { type: 'call', call_id: `call-${messages.length}-${results.length}`, ...next }
  yield { type: 'end', reason: 'done', use: { input_tokens: tokensOf(text), output_tokens: tokensOf(said) } }
}

/** The last message of the person, and the results of tools since then. */
function presentTurn(messages: readonly ModelMessage[]): { text: string; results: readonly ModelToolResult[] } {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const question = messages[at]
  const results = messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? message.results : []))
  return { text: question?.role === 'user' ? question.text : '', results }
}

type Call = Pick<ToolCallRequest, 'tool' | 'input' | 'malformed'>

function callsIn(text: string): readonly Call[] {
  return text.split('\n').flatMap((line) => {
    const [, tool, json = '{}'] = CALL.exec(line) ?? []
    return tool === undefined ? [] : [callOf(tool, json)]
  })
}

function callOf(tool: string, json: string): Call {
  try {
    return { tool, input: JSON.parse(json) as unknown }
  } catch {
    return { tool, input: {}, malformed: `The arguments [${json.slice(0, 200)}] are not JSON.` }
  }
}

function answerOf(calls: readonly Call[], results: readonly ModelToolResult[], tools: number): string {
  if (calls.length === 0) return `${WHAT_I_AM}, ${HOW} I may use ${tools === 1 ? '1 tool' : `${tools} tools`}.`
  const lines = results.map(({ tool, ok, text }) => `- \`${tool}\` ${ok ? 'answered' : 'failed'}: ${shorten(text)}`)
  return ['Offline agent. I have done what your message says:', ...lines].join('\n')
}

const shorten = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text)

const tokensOf = (text: string) => Math.ceil(text.length / 4)
