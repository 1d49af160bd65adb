import { LruMap } from './lru-map.ts'
import type { Session, Sessions } from './sessions.ts'

/** Milliseconds for which a session is taken as read. What another host revokes is refused here after at most this time. */
const FRESH = 5_000
const SESSIONS = 10_000

/** Remembers who signed in for a few seconds, so that most requests need not ask the database. */
export class SessionCache {
  readonly #sessions: Sessions
  readonly #now: () => number
  readonly #known = new LruMap<string, { session: Session; until: number }>(SESSIONS)
  readonly #asked = new Map<string, Promise<Session | undefined>>()

  constructor(sessions: Sessions, { now }: { now: () => number }) {
    this.#sessions = sessions
    this.#now = now
  }

  /** By the hash of its secret. Requests that ask at the same time share one query. */
  get(hash: string): Session | undefined | Promise<Session | undefined> {
    const known = this.#known.get(hash)
    if (known && this.#now() < known.until) return known.session
    return this.#asked.get(hash) ?? this.#ask(hash)
  }

  /**
   * Forgets everything, also what is being read just now. To be called when the end of a session is committed; that is rare, and
   * reading a session again is cheap.
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
    this.#known.set(hash, { session, until: Math.min(this.#now() + FRESH, session.expiresAt) })
  }
}
