import type { RecordId } from '@atrium/sdk'
import { insert_rows } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { Sent } from './send.ts'
import { DELIVERY_TABLE, WEBHOOK_TABLE } from './webhook-migrations.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'cancelled'

/** One stored try. */
interface Try {
  readonly at: string
  readonly status?: number
  readonly duration_ms: number
  readonly error?: string
}

/** A row of `platform_webhook_deliveries`: one message for one webhook. */
export interface DeliveryRow {
  readonly id: number
  readonly webhook_id: number
  readonly message_id: string
  readonly event: string
  readonly body: string
  readonly state: DeliveryState
  /** The number of tries since it was last queued by a person or an event. */
  readonly attempt: number
  /** JSON. */
  readonly tries: string
  readonly url: string | null
  readonly status: number | null
  readonly duration_ms: number | null
  readonly error: string | null
  readonly response: string | null
  readonly next_try_at: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

/** The data of the webhook that a try needs. SQLite returns numbers for booleans. */
export interface Receiver {
  readonly webhook_id: number
  readonly url: string
  readonly enabled: boolean | 0 | 1
  readonly secret: string
  readonly former_secret: string | null
  readonly former_until: string | null
  readonly failing_since: string | null
}

/** A message to be delivered. */
export type NewDelivery = Pick<DeliveryRow, 'webhook_id' | 'message_id' | 'event' | 'body'>

/** The next try of a delivery. */
export type Queued = Pick<DeliveryRow, 'id' | 'webhook_id' | 'attempt'>

/** The number of tries that are stored for a delivery. */
const MOST_TRIES = 20

/** Rows per statement when old ones are deleted. */
const AT_ONCE = 500

/** The rows of deliveries, and the updates of their webhooks after each try. */
export class DeliveryTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds deliveries in the present transaction. Returns their ids. */
  async add(deliveries: readonly NewDelivery[]): Promise<Queued[]> {
    const now = new Date().toISOString()
    const begin = { state: 'waiting', attempt: 0, tries: '[]', next_try_at: now, created_at: now } as const
    const values = deliveries.map((each) => ({ ...each, ...begin }))
    const returning = ['id', 'webhook_id', 'attempt']
    const rows = await insert_rows(this.#database.context, DELIVERY_TABLE, values, { returning })
    return rows as unknown as Queued[]
  }

  find(id: RecordId): Promise<DeliveryRow | undefined> {
    return this.#database.reading(() =>
      this.#deliveries()
        .where({ id: Number(id) })
        .first(),
    )
  }

  /** Undefined if the webhook was deleted. */
  receiver(webhook_id: number): Promise<Receiver | undefined> {
    return this.#database
      .reader(WEBHOOK_TABLE)
      .where({ id: webhook_id })
      .first({
        ...{ webhook_id: 'id', url: 'url', enabled: 'enabled', secret: 'secret' },
        ...{ former_secret: 'former_secret', former_until: 'former_until', failing_since: 'failing_since' },
      }) as Promise<Receiver | undefined>
  }

  /** Stores a try, unless another host has stored it, or somebody has ended the delivery meanwhile. Returns whether it did. */
  async noteTry(row: DeliveryRow, sent: Sent, change: Partial<DeliveryRow>): Promise<boolean> {
    const at = new Date().toISOString()
    const { status, duration_ms, error, response = null } = sent
    const latest: Try = { at, duration_ms, ...(status && { status }), ...(error !== undefined && { error }) }
    const tries = [...(JSON.parse(row.tries) as Try[]), latest].slice(-MOST_TRIES)
    const noted = { status: status ?? null, duration_ms, error: error ?? null, response, tries: JSON.stringify(tries) }
    const changed = await this.#deliveries()
      .where({ id: row.id, state: 'waiting', attempt: row.attempt })
      .update({ ...noted, ...change })
    return changed > 0
  }

  /** Ends the waiting ones among these deliveries. */
  async end(which: Partial<DeliveryRow>, state: DeliveryState, error: string): Promise<void> {
    const ended = { state, error, next_try_at: null, finished_at: new Date().toISOString() }
    await this.#deliveries()
      .where({ ...which, state: 'waiting' })
      .update(ended)
  }

  /** Makes an ended delivery wait again. @param attempt the number of tries that count */
  async reopen(id: number, attempt: number): Promise<void> {
    const waiting = { state: 'waiting', attempt, error: null, finished_at: null } as const
    await this.#deliveries()
      .where({ id })
      .update({ ...waiting, next_try_at: new Date().toISOString() })
  }

  /** The waiting deliveries. */
  waiting(): Promise<Queued[]> {
    const rows = this.#database.reader<DeliveryRow>(DELIVERY_TABLE).whereRaw(`state = 'waiting'`)
    return rows.select('id', 'webhook_id', 'attempt')
  }

  /** The events that a webhook has delivered or will, as far as they are kept: each can be sent again. */
  events(webhook_id: number): Promise<string[]> {
    return this.#deliveries().where({ webhook_id }).distinct().pluck('event') as Promise<string[]>
  }

  /** Deletes all deliveries of a webhook. */
  async forget(webhook_id: number): Promise<void> {
    await this.#deliveries().where({ webhook_id }).delete()
  }

  /** Deletes deliveries that ended this many days ago. */
  async sweep(days: number): Promise<void> {
    const before = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
    for (;;) {
      const old = this.#database.reader<DeliveryRow>(DELIVERY_TABLE).where('finished_at', '<', before)
      const ids = await old.orderBy('id').limit(AT_ONCE).pluck<number[]>('id')
      if (ids.length === 0) return
      await this.#database.knex(DELIVERY_TABLE).whereIn('id', ids).delete()
    }
  }

  #deliveries() {
    return this.#database.context<DeliveryRow>(DELIVERY_TABLE)
  }
}
