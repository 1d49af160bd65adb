import type { Undo } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { EgressRule, type EgressSubject } from '../../base/egress/index.ts'
import { Hold, type Lease, singleFlight } from '../../base/lifetime/index.ts'
import { type HostLogger, sparsely } from '../../base/log/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { JobRoom } from '../jobs/index.ts'
import { presentLease } from '../operations/index.ts'
import { Deliveries, JOB } from './deliveries.ts'
import { subscriberOf, WebhookTable } from './webhook-table.ts'

const CHANNEL = 'atrium_webhooks'

export interface WebhookOptions {
  /** With `webhookMigrations` applied. */
  readonly database: Database
  readonly keys: KeyRing
  readonly jobs: JobRoom
  readonly log: HostLogger
  /** The version of Atrium. */
  readonly version: string
  /** Hosts and networks that webhooks may reach besides public addresses. Default: none. */
  readonly egressAllow?: readonly string[]
  /** Seconds for one try. Default 15. */
  readonly webhookSeconds?: number
  /** Days for which deliveries are kept after their end; 0 keeps all. Default 30. */
  readonly webhookDays?: number
}

/** A saved webhook. */
export interface SavedWebhook {
  readonly id: number
  readonly enabled: boolean
  readonly events: readonly string[]
}

const subjects = new WeakMap<Lease, EgressSubject>()

/** The rule for connections, if the current work delivers a webhook. */
export function presentWebhookEgress(): EgressSubject | undefined {
  const lease = presentLease()
  return lease && subjects.get(lease)
}

/** Webhooks: events that are sent to other systems. Each has a lane of jobs of its own, so that a slow receiver delays no other. */
export class WebhookRoom {
  readonly #options: WebhookOptions
  readonly #table: WebhookTable
  readonly #deliveries: Deliveries
  /** The lease of all deliveries of this host: it identifies their connections. */
  readonly #lease = new Hold()
  readonly #handled = new Map<number, Undo>()
  readonly #follow = singleFlight(() => this.#followRows())
  #stopListening: () => Promise<void> = () => Promise.resolve()

  constructor(options: WebhookOptions) {
    const { database, keys, jobs, egressAllow, webhookSeconds = 15 } = options
    this.#options = options
    this.#table = new WebhookTable(database, keys)
    const shared = { ...options, queue: jobs.queue, webhooks: this.#table }
    this.#deliveries = new Deliveries({ ...shared, limit: webhookSeconds * 1_000 })
    subjects.set(this.#lease, this.#subject(new EgressRule(egressAllow)))
    jobs.events.lead(this.#deliveries)
  }

  /** Continues the work of an earlier process, and listens for webhooks that other hosts create. */
  async begin(): Promise<void> {
    const { database } = this.#options
    await this.#deliveries.resume()
    await this.#follow()
    const hear = () => void this.#follow().catch(this.#onError)
    this.#stopListening = database.signals?.listen(CHANNEL, hear) ?? this.#stopListening
  }

  /** Call it in the transaction that creates or changes a webhook. */
  async saved({ id, enabled, events }: SavedWebhook): Promise<void> {
    await this.#table.subscribe(id, enabled ? events : [])
    if (enabled) await this.#table.forgive(id)
    await this.#tell()
  }

  /** Call it in the transaction that deletes a webhook. Its waiting deliveries are not sent. */
  async deleted(id: number): Promise<void> {
    await this.#table.subscribe(id, [])
    await this.#options.jobs.queue.cancelWaiting(subscriberOf(id))
    await this.#deliveries.table.forget(id)
    await this.#tell()
  }

  /** Gives a webhook a new secret, which no other answer contains. */
  readonly renewSecret = (id: number): Promise<string> => this.#table.renewSecret(id)

  /** Sends a test. Returns the id of the delivery. */
  readonly test = (id: number): Promise<number> => this.#deliveries.test(id)

  /** @throws ApiError `record_not_found`, `conflict` */
  readonly redeliver = (id: number): Promise<void> => this.#deliveries.redeliver(id)

  /** The events of messages that a webhook has sent, or that wait for it, as far as they are kept. Each of them can be sent again. */
  readonly eventsKept = (id: number): Promise<string[]> => this.#deliveries.table.events(id)

  /** Names the special kind of an address that webhooks may not reach. Names are resolved at each delivery. */
  refusedKind(host: string, port: number): string | undefined {
    return subjects.get(this.#lease)?.rule.refusedKind({ host, port }, host)
  }

  /** Deletes old deliveries, and queues those whose jobs have failed. Call it once an hour. */
  async sweep(): Promise<void> {
    const { webhookDays = 30 } = this.#options
    await this.#deliveries.resume()
    if (webhookDays > 0) await this.#deliveries.table.sweep(webhookDays)
  }

  /** Call it before the jobs are closed. */
  async close(): Promise<void> {
    await this.#stopListening()
  }

  /** Other hosts are notified of a change once it is committed. */
  async #tell(): Promise<void> {
    const { database } = this.#options
    await database.signals?.notify(CHANNEL, '', database.context)
    database.afterCommit(() => void this.#follow().catch(this.#onError))
  }

  /** Handles the jobs of each webhook, including disabled ones, whose jobs end without being sent. */
  async #followRows(): Promise<void> {
    const { jobs } = this.#options
    const ids = new Set(await this.#table.ids())
    for (const [id, stop] of this.#handled) if (!ids.has(id)) stop()
    for (const id of this.#handled.keys()) if (!ids.has(id)) this.#handled.delete(id)
    for (const id of ids) {
      if (this.#handled.has(id)) continue
      const plugin = subscriberOf(id)
      jobs.queue.own(plugin, this.#deliveries)
      const run = this.#deliveries.run.bind(this.#deliveries)
      this.#handled.set(
        id,
        jobs.queue.handle({ plugin, kind: 'job', name: JOB, title: 'Webhook delivery', lease: this.#lease, run }),
      )
    }
  }

  #subject(rule: EgressRule): EgressSubject {
    const { log } = this.#options
    const refused: EgressSubject['refused'] = (error, address) =>
      log.warn('a webhook was refused by the egress rule', { address, reason: error.message })
    return { rule, who: 'A webhook', refused }
  }

  readonly #onError = sparsely((details) =>
    this.#options.log.warn('webhooks could not be read; the host will retry', details),
  )
}
