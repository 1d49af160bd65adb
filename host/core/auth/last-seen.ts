import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Session, Sessions } from './sessions.ts'

/** A session's last use is written at most once in this many milliseconds. */
const PRECISION = 60_000

/** Records when sessions were last used, without delaying their requests. */
export class LastSeen {
  readonly #database: Database
  readonly #sessions: Sessions
  readonly #log: HostLogger
  readonly #now: () => number
  readonly #writing = new Set<Promise<void>>()

  constructor({
    database,
    sessions,
    log,
    now,
  }: {
    database: Database
    sessions: Sessions
    log: HostLogger
    now: () => number
  }) {
    this.#database = database
    this.#sessions = sessions
    this.#log = log
    this.#now = now
  }

  /** Records a use of the session. Returns at once; a failing write is only logged. */
  note(session: Session): void {
    const now = this.#now()
    if (now - session.lastSeenAt < PRECISION) return
    session.lastSeenAt = now
    const written = this.#database
      .outside(() => this.#sessions.touch(session))
      .catch((err: unknown) =>
        this.#log.warn('the last use of a session was not written', { err, session: session.id }),
      )
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }

  /** Resolves when all recorded uses are written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
