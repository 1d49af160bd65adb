import { randomUUID } from 'node:crypto'
import type { PlatformEvent } from '@atrium/sdk'
import { require_own_event_name } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { inPortions, singleFlight } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { JobQueue } from './job-queue.ts'
import { toPayload } from './job-arguments.ts'
import { JOB_TABLE } from './job-table.ts'

const TABLE = 'platform_subscriptions'

interface Row {
  readonly event: string
  readonly plugin: string
  readonly created_at: string
}

/** The subscriptions of plugins, as rows, so that events wait for a plugin that is temporarily inactive. */
export class Subscriptions {
  readonly #database: Database
  readonly #changed = new Map<string, ReadonlySet<string>>()

  /** Writes the pending changes. Failed ones stay pending. */
  readonly write = singleFlight(() => this.#writeAll())

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns the subscribers of an event. Some subscribe to all events of a plugin, or to all events. */
  of(event: string): Promise<string[]> {
    const [plugin = ''] = event.split('.')
    const names = [event, `${plugin}.*`, '*']
    return this.#database.aside<Row>(TABLE).whereIn('event', names).pluck('plugin')
  }

  /** Sets all subscriptions of a plugin. `write` stores them. */
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

/** Also deletes the waiting events, because they will never be handled. */
async function forget(knex: Knex, plugin: string, events: readonly string[]): Promise<void> {
  await knex<Row>(TABLE).where({ plugin }).whereIn('event', events).delete()
  await knex(JOB_TABLE).where({ plugin, kind: 'event', state: 'waiting' }).whereIn('name', events).delete()
}

/** Takes the events of subscribers that are not plugins: their names have a colon. */
export interface EventOutlet {
  /** Takes events of one name, as JSON, for these subscribers, in the current transaction. */
  take(subscribers: readonly string[], name: string, events: readonly string[]): Promise<void>
}

const isOutside = (subscriber: string) => subscriber.includes(':')
const isPlugin = (subscriber: string) => !isOutside(subscriber)

/** More than for a job, because the emitter cannot repeat an event. The last try is about 5 hours after the first. */
const ATTEMPTS = 10

/** Events are jobs: emitting adds one job per event and subscriber in the current transaction. */
export class EventBus {
  readonly #queue: JobQueue
  readonly #subscriptions: Subscriptions
  readonly #notStored: (error: unknown) => void
  #outlet: EventOutlet | undefined

  constructor(queue: JobQueue, { subscriptions, log }: { subscriptions: Subscriptions; log: HostLogger }) {
    this.#queue = queue
    this.#subscriptions = subscriptions
    this.#notStored = sparsely((details) => log.warn('subscriptions could not be stored; the host will retry', details))
  }

  /** Sends the events of subscribers that are not plugins to this outlet. */
  lead(outlet: EventOutlet): void {
    this.#outlet = outlet
  }

  /**
   * Emits one event per payload. Resolves to the number of subscribers.
   * @throws DeclarationError `id_invalid`, `name_foreign`; TypeError if a payload is not JSON; ApiError 503 `job_backlog_full`
   */
  async emit(plugin: string, name: string, payloads: readonly unknown[]): Promise<number> {
    require_own_event_name(plugin, name)
    const subscribers = new Set([...(await this.#subscriptions.of(name)), ...this.#queue.subscribers(name)])
    if (subscribers.size === 0) {
      await writeAll(payloads, (payload) => toPayload(payload, { of: name, as: 'event.payload' }))
      return 0
    }
    const events = await writeAll(payloads, (payload) => toPayload(newEvent(name, payload), { of: name, as: 'event' }))
    if (events.length === 0) return subscribers.size
    const job = { kind: 'event', name, attempts: ATTEMPTS } as const
    const [outside, sorted] = [[...subscribers].filter(isOutside), [...subscribers].filter(isPlugin).sort()]
    await this.#queue.backlog.admitEvents(plugin, { subscribers: sorted, count: events.length })
    if (outside.length > 0) await this.#outlet?.take(outside, name, events)
    await this.#queue.put(
      events.flatMap((payload) => sorted.map((subscriber) => ({ ...job, payload, plugin: subscriber }))),
    )
    return subscribers.size
  }

  /** Replaces all subscriptions of a plugin. Waiting events that it no longer subscribes to are dropped. */
  subscribe(plugin: string, events: ReadonlySet<string>): void {
    this.#subscriptions.set(plugin, events)
    void this.writeSubscriptions()
  }

  /** Never rejects. Subscriptions that could not be written are retried. */
  async writeSubscriptions(): Promise<void> {
    try {
      await this.#subscriptions.write()
    } catch (err) {
      this.#notStored(err)
    }
  }
}

/** Few enough to be written within a portion. */
const PART = 50

/** Writes payloads as JSON, in portions, because a plugin may emit any number at once. */
async function writeAll(payloads: readonly unknown[], write: (payload: unknown) => string): Promise<string[]> {
  const texts: string[] = []
  for await (const part of inPortions(payloads, PART)) texts.push(...part.map(write))
  return texts
}

const newEvent = (name: string, payload: unknown): PlatformEvent => ({
  id: randomUUID(),
  name,
  payload: payload ?? null,
  emitted_at: new Date().toISOString(),
})
