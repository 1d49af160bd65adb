import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'

/** A last use is written at most once in this many milliseconds. */
const PRECISION = 60_000

/** Something whose last use is recorded: a session or a token. */
interface Used {
  readonly id: string
  /** Milliseconds since 1970. */
  lastSeenAt: number
}

interface LastSeenOptions<Entry> {
  readonly database: Database
  /** The kind of the entry, for the log: `session` or `token`. */
  readonly what: string
  /** Writes the last use. */
  readonly touch: (used: Entry) => Promise<void>
  readonly log: HostLogger
  readonly now: () => number
}

/** Records when sessions or tokens were last used, without delaying their requests. */
export class LastSeen<Entry extends Used> {
  readonly #options: LastSeenOptions<Entry>
  readonly #writing = new Set<Promise<void>>()

  constructor(options: LastSeenOptions<Entry>) {
    this.#options = options
  }

  /** Records a use. Returns at once; a failing write is only logged. */
  note(used: Entry): void {
    const { database, what, touch, log, now: clock } = this.#options
    const now = clock()
    if (now - used.lastSeenAt < PRECISION) return
    used.lastSeenAt = now
    const written = database
      .outside(() => touch(used))
      .catch((err: unknown) => log.warn(`the last use of a ${what} was not written`, { err, [what]: used.id }))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }

  /** Resolves when all recorded uses have been written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }
}
