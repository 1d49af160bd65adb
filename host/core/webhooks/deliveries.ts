import { randomUUID } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { SecretError } from '../../base/secrets/index.ts'
import type { EventOutlet, JobOwner, JobQueue, JobRow } from '../jobs/index.ts'
import { type DeliveryRow, DeliveryTable, type Queued, type Receiver } from './delivery-table.ts'
import { send, type Sent } from './send.ts'
import { signedHeaders } from './sign.ts'
import { subscriberOf, webhookOf, type WebhookTable } from './webhook-table.ts'

/** The name of the jobs. */
export const JOB = 'deliver'

/** The event of a test. It reaches a disabled webhook, too, and is tried once: somebody waits for the answer. */
export const TEST_EVENT = 'webhook.test'

/** Tries of a delivery: about 26 hours with the pauses in between. */
const TRIES = 12
const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 4 * 60 * 60_000

/** Milliseconds for which every try may fail before a webhook is disabled. */
const PATIENCE = 3 * 24 * 60 * 60_000

/** Milliseconds until the next try: 5 s, 30 s, 3 min, 18 min, 1.8 h, then 4 h; up to 20 % more, so that not all come at once. */
const pauseAfter = (attempt: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 6 ** (attempt - 1)) * (1 + Math.random() / 5)

export interface DeliveriesOptions {
  readonly database: Database
  readonly queue: JobQueue
  readonly webhooks: WebhookTable
  readonly log: HostLogger
  /** The version of Atrium. */
  readonly version: string
  /** Milliseconds for one try. */
  readonly limit: number
}

/**
 * Delivers events to webhooks. A delivery is a row that is stored in the transaction of the event, together with a job for its first try.
 * Each try stores its result and adds the job for the next one, in one transaction. So nothing is lost if a host is killed, and a receiver
 * may get a message twice, under the same id.
 */
export class Deliveries implements EventOutlet, JobOwner {
  readonly table: DeliveryTable
  readonly #options: DeliveriesOptions

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.table = new DeliveryTable(options.database)
  }

  /** Takes events for webhooks, in the transaction that emits them. */
  async take(subscribers: readonly string[], name: string, events: readonly string[]): Promise<void> {
    const deliveries = events.flatMap((text) => {
      const { id, emitted_at, payload } = JSON.parse(text) as { id: string; emitted_at: string; payload: unknown }
      const message = { message_id: `msg_${id}`, event: name, body: bodyOf(name, emitted_at, payload) }
      return subscribers.map((each) => ({ ...message, webhook_id: webhookOf(each) }))
    })
    await this.#options.database.transaction(async () => this.#queue(await this.table.add(deliveries)))
  }

  /** Sends a test to a webhook. Returns the id of the delivery. */
  async test(webhook_id: number): Promise<number> {
    const body = bodyOf(TEST_EVENT, new Date().toISOString(), { webhook_id, message: 'This is a test from Atrium.' })
    const [row] = await this.table.add([{ webhook_id, message_id: `msg_${randomUUID()}`, event: TEST_EVENT, body }])
    await this.#queue([row as Queued])
    return (row as Queued).id
  }

  /** Repeats a delivery that has ended, under the same id and with all its tries. @throws ApiError `record_not_found`, `conflict` */
  async redeliver(id: number): Promise<void> {
    const row = await this.table.find(id)
    if (row === undefined) throw new ApiError('record_not_found', { detail: `There is no delivery [${id}].` })
    if (row.state === 'waiting') throw conflict(row, 'It waits already: its next try comes by itself.')
    await this.#requireEnabled(row)
    await this.table.reopen(id, 0)
    await this.#queue([{ ...row, attempt: 0 }])
  }

  /** Queues waiting deliveries that have no job, because it failed. */
  async resume(): Promise<void> {
    const waiting = await this.table.waiting()
    const keys = new Map<number, ReadonlySet<string>>()
    for (const row of waiting) {
      const known =
        keys.get(row.webhook_id) ?? new Set(await this.#options.queue.openKeys(subscriberOf(row.webhook_id)))
      keys.set(row.webhook_id, known)
      if (!known.has(String(row.id))) await this.#queue([row])
    }
  }

  /** Runs the job of one try. */
  async run({ payload }: JobRow, signal: AbortSignal): Promise<void> {
    const due = JSON.parse(payload) as Due
    const row = await this.table.find(due.delivery)
    const receiver = row && (await this.table.receiver(row.webhook_id))
    if (row?.state !== 'waiting' || row.attempt !== due.attempt || receiver === undefined) return
    if (!receiver.enabled && row.event !== TEST_EVENT) return this.table.end({ id: row.id }, 'cancelled', DISABLED)
    const sent = await this.#send(row, receiver, signal)
    await this.#options.database.transaction(() => this.#note({ row, receiver, sent }))
  }

  /** As the owner of the jobs. */
  async cancelled({ payload }: JobRow): Promise<void> {
    await this.table.end({ id: dueIn(payload).delivery }, 'cancelled', 'Its job was cancelled.')
  }

  async givenUp({ payload }: JobRow): Promise<void> {
    await this.table.end({ id: dueIn(payload).delivery }, 'failed', 'The host ended again and again during the try.')
  }

  async retried({ payload }: JobRow): Promise<void> {
    const { delivery, attempt } = dueIn(payload)
    const row = await this.table.find(delivery)
    if (row === undefined) throw new ApiError('conflict', { detail: `The delivery [${delivery}] was deleted.` })
    if (row.state === 'waiting' && row.attempt === attempt) return
    if (row.state === 'waiting' || row.state === 'delivered')
      throw conflict(row, 'Deliver it again instead of its job.')
    await this.#requireEnabled(row)
    await this.table.reopen(delivery, attempt)
  }

  async #send(row: DeliveryRow, receiver: Receiver, signal: AbortSignal): Promise<Sent> {
    const { webhooks, version, limit } = this.#options
    const at = new Date()
    const { message_id: id, body } = row
    try {
      const signed = signedHeaders({ id, body, at }, webhooks.secretsOf(receiver, at))
      const headers = { 'content-type': 'application/json', 'user-agent': `Atrium/${version}`, ...signed }
      return await send({ url: receiver.url, headers, body }, { limit, signal })
    } catch (error) {
      if (error instanceof SecretError) return { duration_ms: 0, error: error.message }
      throw error
    }
  }

  async #note({ row, receiver, sent }: Tried): Promise<void> {
    const { webhooks } = this.#options
    const attempt = row.attempt + 1
    const isDelivered = sent.error === undefined
    const isLast = isDelivered || sent.status === GONE || row.event === TEST_EVENT || attempt >= TRIES
    const pause = Math.max(pauseAfter(attempt), Math.min(sent.retryAfter ?? 0, LONGEST_PAUSE))
    const next = new Date(Date.now() + pause)
    const change = isLast
      ? { state: isDelivered ? 'delivered' : 'failed', finished_at: new Date().toISOString(), next_try_at: null }
      : { next_try_at: next.toISOString() }
    const noted = await this.table.noteTry(row, sent, { ...(change as object), attempt, url: receiver.url })
    if (!noted) return
    await webhooks.noteTry(receiver, isDelivered ? 'delivered' : 'failed')
    if (!isLast) await this.#queue([{ ...row, attempt }], next)
    if (!isDelivered) await this.#judge(receiver, sent)
  }

  /** Disables a webhook whose receiver is gone, or has failed for long. */
  async #judge({ webhook_id: id, failing_since, enabled }: Receiver, { status }: Sent): Promise<void> {
    const isHopeless = failing_since !== null && Date.now() - Date.parse(failing_since) > PATIENCE
    const reason = status === GONE ? HAS_GONE : isHopeless ? HAS_FAILED : undefined
    if (reason === undefined || !enabled) return
    const { webhooks, log, queue, database } = this.#options
    await webhooks.disable(id, reason)
    await this.table.end({ webhook_id: id }, 'cancelled', DISABLED)
    await queue.cancelWaiting(subscriberOf(id))
    database.afterCommit(() => log.warn('a webhook was disabled', { webhook: id, reason }))
  }

  async #requireEnabled(row: DeliveryRow): Promise<void> {
    const receiver = await this.table.receiver(row.webhook_id)
    if (!receiver?.enabled && row.event !== TEST_EVENT) throw conflict(row, 'Its webhook is disabled. Enable it first.')
  }

  async #queue(rows: readonly Queued[], run_at?: Date): Promise<void> {
    await this.#options.queue.put(
      rows.map(({ id, webhook_id, attempt }) => ({
        ...{ plugin: subscriberOf(webhook_id), kind: 'job', name: JOB, attempts: JOB_TRIES, run_at, key: String(id) },
        payload: JSON.stringify({ delivery: id, attempt } satisfies Due),
      })),
    )
  }
}

/** The payload of a try's job. The number distinguishes it from the job of another try, which a killed host may have left. */
interface Due {
  readonly delivery: number
  readonly attempt: number
}

interface Tried {
  readonly row: DeliveryRow
  readonly receiver: Receiver
  readonly sent: Sent
}

const dueIn = (payload: string) => JSON.parse(payload) as Due

/** Tries of a job that fails because of the host, for example because the database is unavailable. */
const JOB_TRIES = 5

/** The status with which a receiver unsubscribes. */
const GONE = 410

const DISABLED = 'The webhook is disabled.'
const HAS_GONE = 'The receiver answered 410: it wants no more messages.'
const HAS_FAILED = 'Every try has failed for three days.'

const bodyOf = (type: string, timestamp: string, data: unknown) => JSON.stringify({ type, timestamp, data })

const conflict = ({ id, state }: DeliveryRow, why: string) =>
  new ApiError('conflict', { detail: `The delivery [${id}] is [${state}] and cannot be sent again. ${why}` })
