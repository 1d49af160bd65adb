import { DeltaMerger } from './merge-deltas.ts'

type Fetch = typeof globalThis.fetch

/** Milliseconds between two pieces of an answer: the minimum, the share for each running answer, and the maximum. */
const SHORTEST = 40
const FOR_EACH = 2
const LONGEST = 400

/** Milliseconds between two checks for due answers, and how many continue at once: all together would block the event loop. */
const TICK = 5
const AT_ONCE = 8

/** After this many pieces, an answer without text is read in larger pieces too. */
const EAGER = 10

/** Lets all answers of a host take their next piece one after another; the more answers, the longer the intervals. */
class Pace {
  #answers = 0
  readonly #waiting = new Set<{ readonly due: number; readonly go: () => void }>()
  #timer: NodeJS.Timeout | undefined

  /** Counts an answer until `end`. `signal` ends its waiting. */
  begin(signal: AbortSignal | null | undefined) {
    let go = (): void => undefined
    const stop = () => go()
    signal?.addEventListener('abort', stop)
    this.#answers += 1
    return {
      wait: async () => {
        if (signal?.aborted === true) return
        await new Promise<void>((resolve) => {
          go = this.#expect(resolve)
        })
      },
      end: () => {
        this.#answers -= 1
        signal?.removeEventListener('abort', stop)
      },
    }
  }

  #expect(resolve: () => void): () => void {
    const pause = Math.min(Math.max(SHORTEST, this.#answers * FOR_EACH), LONGEST)
    const entry = {
      due: performance.now() + pause,
      go: () => {
        this.#waiting.delete(entry)
        resolve()
      },
    }
    this.#waiting.add(entry)
    this.#timer ??= setInterval(() => this.#tick(), TICK)
    return entry.go
  }

  #tick(): void {
    const now = performance.now()
    let left = AT_ONCE
    for (const { due, go } of this.#waiting) {
      if (due > now || left === 0) break
      left -= 1
      go()
    }
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

const PACE = new Pace()

/**
 * Makes a `fetch` whose answers arrive in few pieces: the text up to its first words at once, then the text of about 40 ms each, or more
 * while many answers are running. Processing an event costs more than its text, and nobody reads faster.
 */
export const pacedFetch =
  (fetch: Fetch, limit: Limit): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const { ok, body, status, statusText, headers } = response
    if (body === null) return response
    const pieces = ok ? piecesOf(limited(body, limit), init?.signal) : beginningOf(body)
    return new Response(ReadableStream.from(pieces), { status, statusText, headers })
  }

/** How many bytes of an answer are read, and what is thrown when there are more. */
export interface Limit {
  readonly most: number
  readonly tooLong: () => Error
}

/** The most bytes of one line: whoever reads it looks for its end again and again. */
const LONGEST_LINE = 4_000_000

const NEW_LINE = 10

/** The bytes of an answer, until there are too many of them, in all or in one line. */
async function* limited(body: AsyncIterable<Uint8Array>, { most, tooLong }: Limit): AsyncGenerator<Uint8Array> {
  let [all, line] = [0, 0]
  for await (const bytes of body) {
    all += bytes.length
    const end = bytes.lastIndexOf(NEW_LINE)
    line = end === -1 ? line + bytes.length : bytes.length - end - 1
    if (all > most || line > LONGEST_LINE) throw tooLong()
    yield bytes
  }
}

/** The most bytes of an error that are read. */
const LONGEST_ERROR = 100_000

/** As much of an error as anybody is told. */
async function* beginningOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let all = 0
  for await (const bytes of body) {
    all += bytes.length
    yield bytes
    if (all > LONGEST_ERROR) return
  }
}

async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | null | undefined,
): AsyncGenerator<Uint8Array> {
  const [decoder, encoder, merger] = [new TextDecoder(), new TextEncoder(), new DeltaMerger()]
  const answer = PACE.begin(signal)
  let pieces = 0
  try {
    for await (const bytes of body) {
      const text = merger.add(decoder.decode(bytes, { stream: true }))
      if (text !== '') yield encoder.encode(text)
      pieces += 1
      if (merger.hasText || pieces > EAGER) await answer.wait()
    }
    yield encoder.encode(merger.add(decoder.decode()) + merger.end())
  } finally {
    answer.end()
  }
}
