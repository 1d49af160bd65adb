import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { Database, Migration } from '../../../base/db/index.ts'

/** The table of operators' decisions about plugins, of the owner `platform`. */
export const pluginMigrations: readonly Migration[] = [
  {
    name: 'plugins-001-desired',
    source_hash: '1',
    up: (knex) =>
      knex.schema.createTable('platform_plugins', (table) => {
        table.string('id', 120).primary()
        table.text('desired').comment('active or inactive; null while nobody has decided')
        table.text('settings').comment('sealed JSON: what differs from panels.config.json')
        table.timestamp('changed_at').notNullable()
        table.text('changed_by').notNullable()
      }),
  },
  {
    name: 'plugins-002-reload',
    source_hash: '1',
    up: (knex) =>
      knex.schema.alterTable('platform_plugins', (table) => {
        table.string('reload', 36).comment('the last request that all hosts load it again')
      }),
  },
]

/** Whether a plugin is to be active. */
export type Desired = 'active' | 'inactive'

/** The decisions about a plugin. Undecided members are absent. */
export interface PluginDecision {
  readonly desired?: Desired
  /** Overrides of the settings in `panels.config.json`, sealed because they may contain secrets. */
  readonly settings?: string
  /** The last request that all hosts load it again. */
  readonly reload?: string
}

interface Row {
  readonly id: string
  readonly desired: Desired | null
  readonly settings: string | null
  readonly reload: string | null
}

const CHANNEL = 'atrium_plugins'

/** The rows of `platform_plugins`: operators' decisions, shared by all hosts of a database, which are notified of each. */
export class DesiredPlugins {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All decisions by plugin id. */
  async read(): Promise<ReadonlyMap<string, PluginDecision>> {
    const rows = await this.#database.reader<Row>('platform_plugins').select('id', 'desired', 'settings', 'reload')
    return new Map(rows.map((row) => [row.id, decisionOf(row)]))
  }

  /** Stores decisions for several plugins, all or none. */
  async decide(decisions: ReadonlyMap<string, Desired>, { by }: { by: string }): Promise<void> {
    if (decisions.size === 0) return
    await this.#database.transaction(async (transaction) => {
      for (const [id, desired] of decisions) await upsert(transaction, { id, desired, by })
      await this.#tell(transaction)
    })
  }

  /** Stores the sealed overrides of the configured settings. */
  async keepSettings(id: string, settings: string, { by }: { by: string }): Promise<void> {
    await upsert(this.#database.context, { id, settings, by })
    await this.#tell(this.#database.context)
  }

  /** Asks the other hosts to reload a plugin. Returns the request, which they confirm once they have followed it. */
  async askReload(id: string, { by }: { by: string }): Promise<string> {
    const reload = randomUUID()
    await upsert(this.#database.context, { id, reload, by })
    await this.#tell(this.#database.context)
    return reload
  }

  /** Calls back after decisions on any host, and whenever some may have been missed. Never on SQLite, which serves one host. */
  onDecision(listener: () => void): () => Promise<void> {
    return this.#database.signals?.listen(CHANNEL, listener) ?? (() => Promise.resolve())
  }

  async #tell(knex: Knex): Promise<void> {
    await this.#database.signals?.notify(CHANNEL, '', knex)
  }
}

async function upsert(knex: Knex, { id, by, ...decided }: { id: string; by: string } & Partial<Row>): Promise<void> {
  const row = { ...decided, changed_at: new Date().toISOString(), changed_by: by }
  await knex('platform_plugins')
    .insert({ id, ...row })
    .onConflict('id')
    .merge(row)
}

const decisionOf = ({ desired, settings, reload }: Row): PluginDecision => ({
  ...(desired !== null && { desired }),
  ...(settings !== null && { settings }),
  ...(reload !== null && { reload }),
})
