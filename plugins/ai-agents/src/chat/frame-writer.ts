import { insert_rows, type Knex } from '@atrium/sdk'
import { type Frame, type FrameRow, FRAMES, type FrameType, toFrame } from './frame.ts'
import { isTaken, persist } from '../persist.ts'

/** Milliseconds for which text is collected before it becomes a frame. */
const GATHER = 60

interface FrameWriterOptions {
  readonly db: () => Knex
  /** Called with each frame once it is stored. */
  readonly publish: (frame: Frame) => void
}

/** Stores the frames of all turns of a host together, several times a second, and publishes them. */
export class FrameWriter {
  readonly #options: FrameWriterOptions
  readonly #waiting = new Set<FrameStream>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: FrameWriterOptions) {
    this.#options = options
  }

  /** The frames of one turn. `seq` is the number of the last frame so far. Only the holder of the conversation's lease may write. */
  stream(place: { conversation_id: string; message_id: string; seq: number }): FrameStream {
    return new FrameStream(place, (stream) => this.#expect(stream))
  }

  /** Writes the collected frames. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /**
   * Writes the last frames of a turn in one transaction with the release of the conversation, so that a client that sees the end of an
   * answer can send the next message.
   */
  async finish(stream: FrameStream, release: () => Promise<void>): Promise<void> {
    await this.flush()
    const db = this.#options.db()
    const rows = stream.take()
    const store = async () => {
      if (rows.length > 0) await this.#insert(rows)
      await release()
    }
    await persist(() => db.transaction(store), isTaken)
    for (const row of rows) this.#options.publish(toFrame(row))
  }

  #expect(stream: FrameStream): void {
    this.#waiting.add(stream)
    this.#timer ??= setTimeout(() => void this.flush(), GATHER)
  }

  async #write(): Promise<void> {
    const streams = [...this.#waiting]
    this.#waiting.clear()
    const taken = streams.map((stream) => ({ stream, rows: stream.take() }))
    const all = taken.flatMap(({ rows }) => rows)
    if (all.length === 0) return
    const isWritten = await persist(() => this.#insert(all), isTaken).then(
      () => true,
      () => false,
    )
    // One lost conversation must not delay the others.
    for (const { stream, rows } of taken) {
      const error = isWritten ? undefined : await this.#insert(rows).then(() => undefined, reasonOf)
      if (error !== undefined) stream.fail(error)
      else for (const row of rows) this.#options.publish(toFrame(row))
    }
  }

  #insert(rows: readonly FrameRow[]): Promise<unknown> {
    return insert_rows(this.#options.db(), FRAMES, rows as unknown as Record<string, unknown>[])
  }
}

const reasonOf = (error: unknown) => error ?? new Error('Frames could not be stored.')

interface StreamPlace {
  readonly conversation_id: string
  readonly message_id: string
  seq: number
}

/** The frames of one turn: collected, numbered, and written by the writer. */
export class FrameStream {
  readonly #place: StreamPlace
  readonly #expect: (stream: FrameStream) => void
  readonly #lost = new AbortController()
  #rows: FrameRow[] = []
  #text = ''
  /** The number of characters of text so far, stored or not. */
  said = 0

  constructor(place: StreamPlace, expect: (stream: FrameStream) => void) {
    this.#place = place
    this.#expect = expect
  }

  /** Aborted when frames could not be stored; the reason is the error. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Adds text to the present text frame. */
  text(text: string): void {
    this.#text += text
    this.said += text.length
    this.#expect(this)
  }

  write(type: FrameType, payload: Readonly<Record<string, unknown>>): void {
    this.last(type, payload)
    this.#expect(this)
  }

  /** Adds a frame that `finish` writes. */
  last(type: FrameType, payload: Readonly<Record<string, unknown>>): void {
    this.#endText()
    this.#add(type, payload)
  }

  take(): readonly FrameRow[] {
    this.#endText()
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  fail(error: unknown): void {
    this.#lost.abort(error)
  }

  #endText(): void {
    if (this.#text === '') return
    this.#add('chat.delta', { text: this.#text })
    this.#text = ''
  }

  #add(type: FrameType, payload: object): void {
    const { conversation_id, message_id } = this.#place
    this.#place.seq += 1
    const place = { conversation_id, message_id, seq: this.#place.seq }
    this.#rows.push({ ...place, type, payload: JSON.stringify(payload), written_at: Date.now() })
  }
}
