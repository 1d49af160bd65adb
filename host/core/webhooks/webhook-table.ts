import type { Database } from '../../base/db/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import type { Receiver } from './delivery-table.ts'
import { createWebhookSecret } from './sign.ts'
import { WEBHOOK_TABLE } from './webhook-migrations.ts'

const SUBSCRIPTIONS = 'platform_subscriptions'

/** Milliseconds for which the former secret also signs after a new one was made. */
const BOTH_SIGN = 24 * 60 * 60_000

/** Milliseconds between two updates of `last_delivery_at`, because each creates a new version of the record. */
const SELDOM = 60_000

/** The name of a webhook among the subscribers of events, and of its jobs among those of plugins. No plugin has such an id. */
export const subscriberOf = (id: number) => `webhook:${id}`
export const webhookOf = (subscriber: string) => Number(subscriber.slice('webhook:'.length))

/** The columns of `platform_webhooks` that the platform itself changes: secrets, subscriptions, and the results of deliveries. */
export class WebhookTable {
  readonly #database: Database
  readonly #keys: KeyRing

  constructor(database: Database, keys: KeyRing) {
    this.#database = database
    this.#keys = keys
  }

  /** The ids of all webhooks. */
  ids(): Promise<number[]> {
    return this.#database.reader(WEBHOOK_TABLE).pluck('id')
  }

  /** Gives a webhook a new secret and returns it. It is stored sealed, so this is the only time. */
  async renewSecret(id: number): Promise<string> {
    const row = await this.#rows().where({ id }).first<{ secret: string | null } | undefined>('secret')
    const secret = createWebhookSecret()
    const former = row?.secret
      ? { former_secret: row.secret, former_until: new Date(Date.now() + BOTH_SIGN).toISOString() }
      : {}
    const version = this.#database.context.raw('version + 1')
    await this.#rows()
      .where({ id })
      .update({ ...former, secret: this.#keys.seal(secret, placeOf(id)), version })
    return secret
  }

  /** The secrets that sign at a time, the present one first. @throws SecretError */
  secretsOf({ webhook_id, secret, former_secret, former_until }: Receiver, at: Date): string[] {
    const isBoth = former_secret !== null && former_until !== null && new Date(former_until) > at
    return [secret, ...(isBoth ? [former_secret] : [])].map((each) => this.#keys.open(each, placeOf(webhook_id)))
  }

  /** Subscribes a webhook to exactly these events, in the present transaction. */
  async subscribe(id: number, events: readonly string[]): Promise<void> {
    const plugin = subscriberOf(id)
    const { context } = this.#database
    await context(SUBSCRIPTIONS).where({ plugin }).delete()
    const created_at = new Date().toISOString()
    const rows = [...new Set(events)].map((event) => ({ event, plugin, created_at }))
    if (rows.length > 0) await context(SUBSCRIPTIONS).insert(rows)
  }

  /** Stores the result of a try, in the present transaction. */
  async noteTry({ webhook_id: id, failing_since }: Receiver, last_state: 'delivered' | 'failed'): Promise<void> {
    const now = new Date()
    const failing = last_state === 'delivered' ? null : (failing_since ?? now.toISOString())
    const version = this.#database.context.raw('version + 1')
    await this.#rows()
      .where({ id })
      .where((due) => {
        const seldom = new Date(now.getTime() - SELDOM).toISOString()
        void due.whereNull('last_state').orWhereNot({ last_state }).orWhere('last_delivery_at', '<', seldom)
      })
      .update({ last_state, last_delivery_at: now.toISOString(), failing_since: failing, version })
  }

  /** Disables a webhook for a reason, and ends its subscriptions. */
  async disable(id: number, disabled_reason: string): Promise<void> {
    const version = this.#database.context.raw('version + 1')
    await this.#rows().where({ id }).update({ enabled: false, disabled_reason, version })
    await this.subscribe(id, [])
  }

  /** Clears the time since which a webhook has failed, to give it another chance. */
  async forgive(id: number): Promise<void> {
    await this.#rows().where({ id }).update({ failing_since: null })
  }

  #rows() {
    return this.#database.context(WEBHOOK_TABLE)
  }
}

const placeOf = (id: number) => ({ plugin: 'platform', place: `platform_webhooks/${id}/secret` })
