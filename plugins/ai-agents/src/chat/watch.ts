import type { Frame } from './frame.ts'

/** Milliseconds for which a conversation is watched after the last request. Clients that are still connected repeat the request. */
const PATIENCE = 60 * 60_000

/** The most conversations that one host watches; the one requested longest ago is dropped. */
const MOST = 10_000

/** The number of last frames of a conversation that are cached, for clients who join in the middle. */
const KEPT = 128

interface Watched {
  seq: number
  until: number
  readonly recent: Frame[]
}

/** The conversations that are followed on this host, and which frames of each were sent. */
export class Watch {
  readonly #watched = new Map<string, Watched>()

  /** Watches a conversation, from this frame on if nobody else watches it. */
  add(conversation_id: string, seq: number): void {
    const known = this.#watched.get(conversation_id) ?? { seq, until: 0, recent: [] }
    known.until = Date.now() + PATIENCE
    this.#watched.delete(conversation_id)
    this.#watched.set(conversation_id, known)
    const [oldest] = this.#watched.keys()
    if (this.#watched.size > MOST && oldest !== undefined) this.#watched.delete(oldest)
  }

  /** Records that a frame is sent. Returns false if it was sent before. */
  note(frame: Frame): boolean {
    const { conversation_id, seq } = frame.payload
    const known = this.#watched.get(conversation_id)
    if (known === undefined) return true
    if (seq <= known.seq) return false
    known.seq = seq
    known.recent.push(frame)
    if (known.recent.length > KEPT) known.recent.shift()
    return true
  }

  /** The frames after one that were sent. Undefined if some of them are no longer cached. */
  toldAfter(conversation_id: string, seq: number): readonly Frame[] | undefined {
    const { recent = [] } = this.#watched.get(conversation_id) ?? {}
    const [first] = recent
    if (first !== undefined && first.payload.seq > seq + 1 && recent.length === KEPT) return undefined
    return recent.filter((frame) => frame.payload.seq > seq)
  }

  /** Each conversation with the last frame that was sent. */
  entries(): (readonly [string, number])[] {
    const now = Date.now()
    for (const [id, { until }] of this.#watched) if (until < now) this.#watched.delete(id)
    return [...this.#watched].map(([id, { seq }]) => [id, seq] as const)
  }
}
