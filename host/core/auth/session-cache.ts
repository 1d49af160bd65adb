import { LruMap } from './lru-map.ts'

/** Milliseconds after which an entry is read again, even if no change was reported. */
const FRESH = 5_000
const ENTRIES = 10_000

/** What is cached: a session or a token. */
interface Expiring {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface SessionCacheOptions {
  /** Whether cached entries may be used now. */
  readonly isCurrent: () => boolean
  readonly now: () => number
}

/** Caches sessions or tokens by the hash of their secret, so that most requests need no query. */
export class SessionCache<Entry extends Expiring> {
  readonly #find: (hash: string) => Promise<Entry | undefined>
  readonly #options: SessionCacheOptions
  readonly #known = new LruMap<string, { entry: Entry; readAt: number }>(ENTRIES)
  readonly #asked = new Map<string, Promise<Entry | undefined>>()

  constructor(find: (hash: string) => Promise<Entry | undefined>, options: SessionCacheOptions) {
    this.#find = find
    this.#options = options
  }

  /** Returns the entry of this key. Simultaneous requests share one query. */
  get(hash: string): Entry | undefined | Promise<Entry | undefined> {
    const known = this.#known.get(hash)
    if (known && this.#isFresh(known)) return known.entry
    return this.#asked.get(hash) ?? this.#ask(hash)
  }

  /** Clears the cache, including queries under way. Call it at each change of authority; that is rare, and reading again is cheap. */
  clear(): void {
    this.#known.clear()
    this.#asked.clear()
  }

  async #ask(hash: string): Promise<Entry | undefined> {
    const asked = this.#find(hash)
    this.#asked.set(hash, asked)
    try {
      const entry = await asked
      if (entry && this.#asked.get(hash) === asked) this.#known.set(hash, { entry, readAt: this.#options.now() })
      return entry
    } finally {
      if (this.#asked.get(hash) === asked) this.#asked.delete(hash)
    }
  }

  /** An entry that was read later than now was read before the clock was set back, so its age is unknown. */
  #isFresh({ entry, readAt }: { entry: Entry; readAt: number }): boolean {
    const { isCurrent, now: clock } = this.#options
    const now = clock()
    return now >= readAt && now < readAt + FRESH && now < entry.expiresAt && isCurrent()
  }
}
