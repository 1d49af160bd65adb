import { randomUUID } from 'node:crypto'
import type { PlatformEvent } from '@atrium/sdk'
import { require_own_event_name } from '@atrium/sdk/host'
import type { Logger } from '../../base/log/index.ts'
import type { JobQueue } from './job-queue.ts'
import type { Subscriptions } from './subscriptions.ts'
import { toPayload } from './to-payload.ts'

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
