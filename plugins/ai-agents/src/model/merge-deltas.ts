/**
 * Merges consecutive server-sent events of an answer that only add text, so that readers have fewer to parse. All other events, even
 * malformed ones, stay unchanged and in place.
 */
export class DeltaMerger {
  /** The beginning of an event that is not complete yet. */
  #rest = ''
  /** An event of this shape only adds text; see `shapeOf`. */
  #known = ''
  /** Whether any text has come. */
  hasText = false

  /** Adds a chunk. Returns the events that are now complete. */
  add(text: string): string {
    const all = this.#rest + text
    const end = all.length > LONGEST_EVENT ? all.length : endOfEvents(all)
    this.#rest = all.slice(end)
    return this.#merged(all.slice(0, end))
  }

  /** Returns the rest at the end of the stream. */
  end(): string {
    return this.#rest
  }

  #merged(text: string): string {
    const events = text.match(EVENT) ?? []
    let merged = ''
    let run: Run | undefined
    for (const event of events) {
      const delta = this.#deltaIn(event)
      if (run !== undefined && delta?.shape === run.shape) {
        run.text += delta.text
        run.count += 1
        continue
      }
      merged += toEvent(run)
      run = delta && { ...delta, event, count: 1 }
      if (run === undefined) merged += event
    }
    return merged + toEvent(run)
  }

  #deltaIn(event: string): Delta | undefined {
    if (event.length > LONGEST_DELTA) return undefined
    const [, head = '', text = '', rest = ''] = DELTA.exec(event) ?? []
    if (head === '') return undefined
    const tail = rest.replace(PADDING, '')
    const shape = `${head}${tail}`
    if (shape !== this.#known && !onlyAddsText(shape)) return undefined
    this.#known = shape
    this.hasText = true
    return { head, text, tail, shape }
  }
}

/** An event that only adds text, in its written form: the part before the text, the escaped text, and the part after it. */
interface Delta {
  readonly head: string
  readonly tail: string
  /** The event with an empty text. Events of the same shape differ only in their text. */
  readonly shape: string
  text: string
}

interface Run extends Delta {
  /** The first one, unchanged. */
  readonly event: string
  count: number
}

const toEvent = (run: Run | undefined) =>
  run === undefined ? '' : run.count === 1 ? run.event : `${run.head}${run.text}${run.tail}\n\n`

/** Characters after which an event is passed on before it is complete. */
const LONGEST_EVENT = 65_536

/**
 * Longer events, in characters, are not parsed: the time of `DELTA` grows with the square of the length for a maliciously crafted event,
 * and the whole host would wait.
 */
const LONGEST_DELTA = 4_096

const EVENT = /[^]*?(?:\r?\n\r?\n|\r\r|$)/g

/**
 * One object in one line, whose first member `content` or `text` is a text. Quotes inside texts are escaped, so this cannot match inside
 * one.
 */
const DELTA =
  /^((?:event: ?\w+\r?\n)?data: ?\{[^\r\n]*?[{,] ?"(?:content|text)": ?")((?:[^"\\\r\n]|\\.)*)("[^\r\n]*\})\s*$/

/** OpenAI pads events to hide the length of a token from eavesdroppers. */
const PADDING = /, ?"obfuscation": ?"[^"\\]*"/

const endOfEvents = (text: string) =>
  Math.max(...['\n\n', '\n\r\n', '\r\r'].map((end) => text.lastIndexOf(end) + end.length).filter(isFound), 0)

/** `lastIndexOf` returns -1 if nothing was found, and no end is longer than three characters. */
const isFound = (end: number) => end > 2

interface OpenAiEvent {
  readonly error?: unknown
  readonly usage?: unknown
  readonly choices?: readonly {
    readonly delta?: Readonly<Record<string, unknown>>
    readonly finish_reason?: unknown
    readonly logprobs?: unknown
  }[]
}

interface AnthropicEvent {
  readonly type?: unknown
  readonly delta?: Readonly<Record<string, unknown>>
}

/** Whether an event is known to only add text, for chat completions of OpenAI and messages of Anthropic. */
function onlyAddsText(shape: string): boolean {
  try {
    const value = JSON.parse(shape.slice(shape.indexOf('{'))) as OpenAiEvent & AnthropicEvent
    return isOfOpenAi(value) || isOfAnthropic(value)
  } catch {
    return false
  }
}

function isOfOpenAi({ choices, usage, error }: OpenAiEvent): boolean {
  const [choice, other] = Array.isArray(choices) ? (choices as NonNullable<OpenAiEvent['choices']>) : []
  if (choice === undefined || other !== undefined || usage != null || error != null) return false
  const { delta = {}, finish_reason, logprobs } = choice
  const { content, role: _, ...more } = delta
  return (
    content === '' && finish_reason == null && logprobs == null && Object.values(more).every((each) => each === null)
  )
}

function isOfAnthropic({ type, delta }: AnthropicEvent): boolean {
  if (type !== 'content_block_delta' || delta?.type !== 'text_delta') return false
  return delta.text === '' && Object.keys(delta).length === 2
}
