import type { Migration } from '../../../base/db/index.ts'

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
