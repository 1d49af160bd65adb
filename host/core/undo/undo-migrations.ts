import type { Migration } from '../../base/db/index.ts'

/** The table of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const undoMigrations: readonly Migration[] = [
  {
    name: 'undo-001-steps',
    source_hash: '1',
    up: (knex) =>
      knex.schema.createTable('platform_undo', (table) => {
        table.bigIncrements('id')
        table.string('undo', 36).notNullable().index().comment('One request, which may have changed several records')
        table.integer('steps').notNullable().comment('The records that it changed')
        table.integer('position').notNullable()
        table.text('caller_id').notNullable()
        table.timestamp('at').notNullable().index()
        table.timestamp('done_at')
        table.string('undoes', 36).comment('The request that this one took back')
        table.text('operation').notNullable()
        table.text('resource').notNullable().comment('The path of the list to which the record belongs')
        table.text('record_id').notNullable().index()
        table.text('change').notNullable()
        table.text('tag_before').comment('The ETag of the record before the change')
        table.text('tag_after').comment('The ETag by which the change is known to be the last one')
        table.text('sealed').notNullable().comment('JSON: what the record was')
      }),
  },
  {
    name: 'undo-002-request',
    source_hash: '1',
    up: (knex) =>
      knex.schema.alterTable('platform_undo', (table) => void table.text('request_id').comment('As in the audit log')),
  },
]
