import type { Knex } from 'knex'
import type { Database } from '../../base/db/index.ts'
import { singleFlight } from '../../base/lifetime/index.ts'
import { JOB_TABLE } from './job-table.ts'

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
