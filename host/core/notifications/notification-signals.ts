import { randomUUID } from 'node:crypto'
import type { Undo } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { Listeners } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'

const CHANNEL = 'atrium_notifications'

/** Ids in one message, which may have 8,000 bytes. */
const IDS = 100

/** Whose notifications have changed: their ids, or undefined if messages may have been lost, so that it may be anybody. */
export type Concerned = ReadonlySet<string> | undefined

/** Tells this host and the others on its database whose notifications have changed. A message is `<host> <id> <id> …`. */
export class NotificationSignals {
  readonly #database: Database
  readonly #host = randomUUID()
  readonly #listeners = new Listeners<Concerned>()
  readonly #stop: (() => Promise<void>) | undefined
  readonly #failed: (error: unknown) => void

  constructor(database: Database, { log }: { log: HostLogger }) {
    this.#database = database
    this.#failed = sparsely((details) => log.warn('other hosts were not told of notifications', details))
    this.#stop = database.signals?.listen(CHANNEL, (word) => this.#hear(word))
  }

  onChange(listener: (people: Concerned) => void): Undo {
    return this.#listeners.add(listener)
  }

  /** Tells of these people once the present transaction is committed, and not at all if it is rolled back. */
  tell(people: readonly string[]): void {
    if (people.length === 0) return
    this.#database.afterCommit(() => {
      this.#listeners.tell(new Set(people))
      const parts = Array.from({ length: Math.ceil(people.length / IDS) }, (_, part) =>
        people.slice(part * IDS, (part + 1) * IDS),
      )
      const words = parts.map((ids) => [this.#host, ...ids].join(' '))
      void this.#database.signals?.notifyAll(CHANNEL, words).catch(this.#failed)
    })
  }

  async close(): Promise<void> {
    await this.#stop?.()
  }

  #hear(word: string): void {
    if (word === '') return this.#listeners.tell(undefined)
    const [host, ...people] = word.split(' ')
    if (host !== this.#host) this.#listeners.tell(new Set(people))
  }
}
