import { LruMap } from './lru-map.ts'
import type { Session, Sessions } from './sessions.ts'

/** Milliseconds for which a session stays cached. A session that another host revokes is accepted here for at most this long. */
const FRESH = 5_000
const SESSIONS = 10_000

/** Caches sessions for a few seconds, so that most requests need no query. */
export class SessionCache {
  readonly #sessions: Sessions
  readonly #now: () => number
  readonly #known = new LruMap<string, { session: Session; readAt: number }>(SESSIONS)
  readonly #asked = new Map<string, Promise<Session | undefined>>()

  constructor(sessions: Sessions, { now }: { now: () => number }) {
    this.#sessions = sessions
    this.#now = now
  }

  /** Returns the session with this secret's hash. Simultaneous requests share one query. */
  get(hash: string): Session | undefined | Promise<Session | undefined> {
    const known = this.#known.get(hash)
    if (known && this.#isFresh(known)) return known.session
    return this.#asked.get(hash) ?? this.#ask(hash)
  }

  /**
   * Forgets everything, including queries under way. Call it when the end of a session is committed; that is rare, and reading a
   * session again is cheap.
   */
  clear(): void {
    this.#known.clear()
    this.#asked.clear()
  }

  async #ask(hash: string): Promise<Session | undefined> {
    const asked = this.#sessions.find('token_hash', hash)
    this.#asked.set(hash, asked)
    try {
      const session = await asked
      if (session && this.#asked.get(hash) === asked) this.#remember(hash, session)
      return session
    } finally {
      if (this.#asked.get(hash) === asked) this.#asked.delete(hash)
    }
  }

  #remember(hash: string, session: Session): void {
    this.#known.set(hash, { session, readAt: this.#now() })
  }

  /** A session that was read later than now was read before the clock was set back: how old it is cannot be known. */
  #isFresh({ session, readAt }: { session: Session; readAt: number }): boolean {
    const now = this.#now()
    return now >= readAt && now < readAt + FRESH && now < session.expiresAt
  }
}
