import type { Knex } from 'knex'
import type { Database, Migration } from '../../../base/db/index.ts'

/** The table of what operators decided about plugins, for the owner `platform`. */
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
]

/** Whether a plugin shall serve. */
export type Desired = 'active' | 'inactive'

/** What was decided about a plugin; absent is what nobody has decided. */
export interface PluginDecision {
  readonly desired?: Desired
  /** What overrides the settings of `panels.config.json`, sealed: there may be secrets among them. */
  readonly settings?: string
}

interface Row {
  readonly id: string
  readonly desired: Desired | null
  readonly settings: string | null
}

/** The rows of `platform_plugins`: what operators decided, shared by all hosts of a database. */
export class DesiredPlugins {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All decisions by plugin id. */
  async read(): Promise<ReadonlyMap<string, PluginDecision>> {
    const rows = await this.#database.reader<Row>('platform_plugins').select('id', 'desired', 'settings')
    return new Map(rows.map((row) => [row.id, decisionOf(row)]))
  }

  /** Decides for several plugins at once, or for none of them. */
  async decide(decisions: ReadonlyMap<string, Desired>, { by }: { by: string }): Promise<void> {
    if (decisions.size === 0) return
    await this.#database.transaction(async (transaction) => {
      for (const [id, desired] of decisions) await upsert(transaction, { id, desired, by })
    })
  }

  /** Keeps what overrides the settings of the configuration, sealed. */
  async keepSettings(id: string, settings: string, { by }: { by: string }): Promise<void> {
    await upsert(this.#database.context, { id, settings, by })
  }
}

async function upsert(knex: Knex, { id, by, ...decided }: { id: string; by: string } & Partial<Row>): Promise<void> {
  const row = { ...decided, changed_at: new Date().toISOString(), changed_by: by }
  await knex('platform_plugins')
    .insert({ id, ...row })
    .onConflict('id')
    .merge(row)
}

const decisionOf = ({ desired, settings }: Row): PluginDecision => ({
  ...(desired !== null && { desired }),
  ...(settings !== null && { settings }),
})
