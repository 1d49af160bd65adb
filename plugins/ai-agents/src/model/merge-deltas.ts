/**
 * Joins the server-sent events of an answer that only add text one after the other, so that whoever reads them has fewer to read. All
 * other events, also malformed ones, stay as they are and where they are.
 */
export class DeltaMerger {
  /** The beginning of an event that is not complete yet. */
  #rest = ''
  /** An event of this shape only adds text; see `shapeOf`. */
  #known = ''
  /** Whether any text has come. */
  hasText = false

  /** Adds what has come. Returns the events that are complete by now. */
  add(text: string): string {
    const all = this.#rest + text
    const end = all.length > LONGEST_EVENT ? all.length : endOfEvents(all)
    this.#rest = all.slice(end)
    return this.#merged(all.slice(0, end))
  }

  /** Returns what was left over when the stream ended. */
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

/** An event that only adds text, as it is written: what comes before the text, the text with its escapes, and what follows. */
interface Delta {
  readonly head: string
  readonly tail: string
  /** The event with an empty text. Events of the same shape differ in nothing but their text. */
  readonly shape: string
  text: string
}

interface Run extends Delta {
  /** The first one, as it came. */
  readonly event: string
  count: number
}

const toEvent = (run: Run | undefined) =>
  run === undefined ? '' : run.count === 1 ? run.event : `${run.head}${run.text}${run.tail}\n\n`

/** Characters after which an event is passed on before it is complete. */
const LONGEST_EVENT = 65_536

/**
 * Characters after which an event is not looked at: the time that `DELTA` takes grows with the square of the length of an event that is made
 * for it, and the whole host waits.
 */
const LONGEST_DELTA = 4_096

const EVENT = /[^]*?(?:\r?\n\r?\n|\r\r|$)/g

/** One object in one line, whose first member `content` or `text` is a text. Quotes inside of texts are escaped, so this is none of them. */
const DELTA =
  /^((?:event: ?\w+\r?\n)?data: ?\{[^\r\n]*?[{,] ?"(?:content|text)": ?")((?:[^"\\\r\n]|\\.)*)("[^\r\n]*\})\s*$/

/** OpenAI adds as many characters as hide the length of a token from whoever listens. */
const PADDING = /, ?"obfuscation": ?"[^"\\]*"/

const endOfEvents = (text: string) =>
  Math.max(...['\n\n', '\n\r\n', '\r\r'].map((end) => text.lastIndexOf(end) + end.length).filter(isFound), 0)

/** `lastIndexOf` answers -1, and no end is longer than three characters. */
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

/** Whether an event does nothing but add a text, as far as this is known of chat completions of OpenAI and messages of Anthropic. */
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
