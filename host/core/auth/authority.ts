import type { Undo } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { Listeners, repeat, singleFlight } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'

/** Milliseconds between two polls of the version. */
const EVERY = 400

/** Milliseconds after a poll from which cached entries must be read again. */
const TOO_OLD = 800

/** Milliseconds without requests after which a host stops polling. */
const IDLE_AFTER = 5_000

const TABLE = 'platform_authority'
const CHANNEL = 'atrium_authority'

/**
 * The version of everything that decides what callers may do: people, roles, tokens and sessions. It is one row of the database. Each
 * change raises it in its own transaction, which notifies the other hosts. A host that answers or holds callers does not rely on
 * notifications: it also polls about twice a second. Caches of guarded data are cleared when the version changes, and are used only while
 * `isCurrent`. So a revocation takes effect on all hosts within a second, even if the listening connection was lost unnoticed. An idle host
 * sends no queries.
 */
export class Authority {
  readonly #database: Database
  readonly #changes = new Listeners<void>()
  readonly #stop: Undo
  readonly #stopListening: (() => Promise<void>) | undefined
  #holders = 0
  #askedAt = -Infinity
  /** The time of the last poll, on a clock that is never set back. */
  #lookedAt = -Infinity
  #version = 0

  /** Call `close` to stop polling. */
  constructor(database: Database, { log }: { log: HostLogger }) {
    this.#database = database
    const onError = sparsely((details) => log.error('the version of people and roles cannot be read', details))
    const lookAgain = () => this.look().catch(onError)
    this.#stop = repeat(EVERY, () => (this.#isNeeded ? lookAgain() : undefined), { onError })
    this.#stopListening = database.signals?.listen(CHANNEL, (version) => {
      // After a (re)connection, versions may have been missed.
      if (version === '') void lookAgain()
      else this.#take(Number(version), { isOwn: false })
    })
  }

  /** Calls back after the commit of each change that this host makes or sees. Called more often than necessary. */
  onChange(listener: () => void): Undo {
    return this.#changes.add(listener)
  }

  /**
   * Like `onChange`, for code that holds a caller longer than a request: until the undo is called, this host polls about twice a second.
   */
  hold(listener: () => void): Undo {
    const undo = this.onChange(listener)
    this.#holders += 1
    let isHeld = true
    return () => {
      if (isHeld) this.#holders -= 1
      isHeld = false
      undo()
    }
  }

  /** Whether the last poll is recent enough to trust the cache. Reading this keeps the host polling for a while. */
  get isCurrent(): boolean {
    this.#askedAt = performance.now()
    return this.#askedAt - this.#lookedAt < TOO_OLD
  }

  get #isNeeded(): boolean {
    return this.#holders > 0 || performance.now() - this.#askedAt < IDLE_AFTER
  }

  /**
   * Runs a change of people, roles, tokens or sessions in a transaction. It raises the version first, so changes run one after the
   * other on all hosts, and each sees what the one before it committed.
   */
  change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#database.transaction(async () => {
      const [row] = await this.#rows(this.#database.context).increment('version', 1).returning('version')
      const version = row?.version ?? 0
      await this.#database.signals?.notify(CHANNEL, String(version), this.#database.context)
      this.#database.afterCommit(() => this.#take(version, { isOwn: true }))
      return work()
    })
  }

  /** Polls the version now. Simultaneous polls share one query. */
  readonly look = singleFlight(async () => {
    const startedAt = performance.now()
    const row = await this.#database.outside(() => this.#rows(this.#database.reader).first('version'))
    this.#take(row?.version ?? 0, { isOwn: false })
    this.#lookedAt = startedAt
  })

  /** Stops polling. */
  async close(): Promise<void> {
    this.#stop()
    await this.#stopListening?.()
  }

  /** The host's own change is announced even if polling has seen it first, so listeners do not depend on the order. */
  #take(version: number, { isOwn }: { isOwn: boolean }): void {
    if (version <= this.#version && !isOwn) return
    this.#version = Math.max(this.#version, version)
    this.#changes.tell()
  }

  #rows(knex: Database['knex']) {
    return knex<{ version: number }>(TABLE).where({ id: 1 } as object)
  }
}
