import { randomUUID } from 'node:crypto'
import type { PlatformEvent } from '@atrium/sdk'
import { require_own_event_name } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'
import type { Logger } from '../../base/log/index.ts'
import type { JobQueue } from './job-queue.ts'
import { toPayload, JOB_TABLE } from './job-table.ts'

const TABLE = 'platform_subscriptions'

interface Row {
  readonly event: string
  readonly plugin: string
  readonly created_at: string
}

/** Who wants which events, as rows: so that those of a plugin that is not active just now wait for it. */
export class Subscriptions {
  readonly #database: Database
  readonly #changed = new Map<string, ReadonlySet<string>>()

  /** Writes down what was noted; what could not be written is kept for the next time. */
  readonly write = singleFlight(() => this.#writeAll())

  constructor(database: Database) {
    this.#database = database
  }

  /** The subscribers of an event, in the present transaction. */
  of(event: string): Promise<string[]> {
    return this.#database.context<Row>(TABLE).where({ event }).pluck('plugin')
  }

  /** Takes note of all that a plugin wants from now on; `write` keeps it. */
  set(plugin: string, events: ReadonlySet<string>): void {
    this.#changed.set(plugin, events)
  }

  async #writeAll(): Promise<void> {
    for (const [plugin, events] of this.#changed) {
      await this.#replace(plugin, events)
      if (this.#changed.get(plugin) === events) this.#changed.delete(plugin)
    }
  }

  async #replace(plugin: string, events: ReadonlySet<string>): Promise<void> {
    const { reader, knex } = this.#database
    const kept = new Set(await reader<Row>(TABLE).where({ plugin }).pluck<string[]>('event'))
    const gone = [...kept].filter((event) => !events.has(event))
    const fresh = [...events].filter((event) => !kept.has(event))
    if (gone.length === 0 && fresh.length === 0) return
    await knex.transaction(async (transaction) => {
      if (gone.length > 0) await forget(transaction, plugin, gone)
      const created_at = new Date().toISOString()
      const rows = fresh.map((event) => ({ event, plugin, created_at }))
      if (rows.length > 0) await transaction<Row>(TABLE).insert(rows).onConflict().ignore()
    })
  }
}

/** With the events that wait for it: nobody will ever take them. */
async function forget(knex: Knex, plugin: string, events: readonly string[]): Promise<void> {
  await knex<Row>(TABLE).where({ plugin }).whereIn('event', events).delete()
  await knex(JOB_TABLE).where({ plugin, kind: 'event', state: 'waiting' }).whereIn('name', events).delete()
}

/** More than for a job: whoever emitted an event cannot do it again. The last try comes about 5 hours after the first. */
const ATTEMPTS = 10

/** Events are jobs: emitting some adds a job for each of them and each subscriber in the present transaction. */
export class EventBus {
  readonly #queue: JobQueue
  readonly #subscriptions: Subscriptions
  readonly #log: Logger

  constructor(queue: JobQueue, { subscriptions, log }: { subscriptions: Subscriptions; log: Logger }) {
    this.#queue = queue
    this.#subscriptions = subscriptions
    this.#log = log
  }

  /** @throws DeclarationError `id_invalid`, `name_foreign`; TypeError where the payload is no JSON */
  async emit(plugin: string, name: string, payloads: readonly unknown[]): Promise<void> {
    require_own_event_name(plugin, name)
    const events = payloads.map((payload) => toPayload(newEvent(name, payload), { of: name }))
    const subscribers = new Set([...(await this.#subscriptions.of(name)), ...this.#queue.subscribers(name)])
    if (subscribers.size === 0 || events.length === 0) return
    const job = { kind: 'event', name, attempts: ATTEMPTS } as const
    const sorted = [...subscribers].sort()
    await this.#queue.put(
      events.flatMap((payload) => sorted.map((subscriber) => ({ ...job, payload, plugin: subscriber }))),
    )
  }

  /** Keeps what a plugin subscribes to from now on: from others it is no longer sent events, and those that wait are dropped. */
  subscribe(plugin: string, events: ReadonlySet<string>): void {
    this.#subscriptions.set(plugin, events)
    void this.writeSubscriptions()
  }

  /** Never rejects: what could not be written is tried again. */
  async writeSubscriptions(): Promise<void> {
    try {
      await this.#subscriptions.write()
    } catch (err) {
      this.#log.warn({ err }, 'subscriptions could not be kept; it is tried again')
    }
  }
}

const newEvent = (name: string, payload: unknown): PlatformEvent => ({
  id: randomUUID(),
  name,
  payload: payload ?? null,
  emitted_at: new Date().toISOString(),
})
