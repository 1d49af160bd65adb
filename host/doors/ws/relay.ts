import { randomUUID } from 'node:crypto'
import type { Place } from '@atrium/sdk/host'
import type { Signals } from '../../base/db/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'

const CHANNEL = 'atrium_frames'

/** Characters of a part. PostgreSQL accepts less than 8,000 bytes in a message; the rest is for the head. */
const PART = 7_800

/** Messages sent with one statement. */
const AT_ONCE = 200

/** Characters that may wait for the database; more are dropped. */
const MOST_WAITING = 16 * 1024 * 1024

/** A published frame on its way to the other hosts. */
export interface RelayedFrame {
  readonly plugin: string
  readonly topic: string
  readonly type: string
  readonly payload: unknown
  /** The records in the payload: the table of each, and where it is. */
  readonly records: readonly (readonly [table: string, place: Place])[]
}

interface RelayOptions {
  readonly signals: Signals
  readonly log: HostLogger
  /** Called with each frame of another host, in the order in which that host published them. */
  readonly deliver: (frame: RelayedFrame) => void
}

/**
 * Carries frames between the hosts of a database. Frames that are sent while a host is disconnected are lost for it. A
 * message has a head of `<host> <number> <part> <parts>`; large frames are sent in parts, so nothing has to be stored.
 */
export class FrameRelay {
  readonly #options: RelayOptions
  readonly #host = randomUUID()
  readonly #stop: () => Promise<void>
  #sent = 0
  #waiting: string[] = []
  #size = 0
  /** By host, the parts of a frame that is not complete yet. */
  readonly #parts = new Map<string, string[]>()
  readonly #notSent: (error: unknown) => void

  constructor(options: RelayOptions) {
    this.#options = options
    this.#notSent = sparsely((details) => options.log.warn('published frames did not reach other hosts', details))
    this.#stop = options.signals.listen(CHANNEL, (word) => this.#hear(word))
  }

  /** Returns at once. @param frame a `RelayedFrame` as JSON */
  send(frame: string): void {
    const text = toAscii(frame)
    if (this.#size + text.length > MOST_WAITING) {
      const why = `More than [${MOST_WAITING}] characters wait for the database. Clients on other hosts miss what was published.`
      return this.#notSent(new Error(why))
    }
    this.#sent += 1
    this.#size += text.length
    const parts = Math.ceil(text.length / PART)
    for (let part = 0; part < parts; part += 1)
      this.#waiting.push(`${this.#host} ${this.#sent} ${part} ${parts} ${text.slice(part * PART, (part + 1) * PART)}`)
    void this.#flush().catch(this.#notSent)
  }

  /** Sends the waiting frames, and stops listening. */
  async close(): Promise<void> {
    await this.#flush().catch(this.#notSent)
    await this.#stop()
  }

  readonly #flush = singleFlight(async () => {
    while (this.#waiting.length > 0) {
      const words = this.#waiting.splice(0, AT_ONCE)
      this.#size = this.#waiting.reduce((size, { length }) => size + length, 0)
      await this.#options.signals.notifyAll(CHANNEL, words)
    }
  })

  #hear(word: string): void {
    // After a reconnection, the rest of a frame never arrives.
    if (word === '') return this.#parts.clear()
    const [head, host = '', , part, parts] = HEAD.exec(word) ?? []
    if (head === undefined || host === this.#host) return
    const known = Number(part) === 0 ? [] : (this.#parts.get(host) ?? [])
    if (known.length !== Number(part)) return
    known.push(word.slice(head.length))
    this.#parts.set(host, known)
    if (known.length < Number(parts)) return
    this.#parts.delete(host)
    this.#options.deliver(JSON.parse(known.join('')) as RelayedFrame)
  }
}

const HEAD = /^(\S+) (\d+) (\d+) (\d+) /

/** JSON with one byte per character, which can be cut anywhere. */
const toAscii = (json: string) =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
