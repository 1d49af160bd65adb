import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'

/** The tables of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const bulkMigrations: readonly Migration[] = [
  { name: 'bulk-001-actions', source_hash: '1', up: createActions },
  { name: 'bulk-002-records', source_hash: '1', up: createRecords },
  { name: 'bulk-003-given', source_hash: '1', up: addGiven },
]

async function createActions(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_bulk_actions', (table) => {
    table.increments('id')
    table.string('plugin').notNullable()
    table.text('operation').notNullable()
    table.text('params').notNullable()
    table.string('caller_id').notNullable().index()
    table.string('caller_kind').notNullable()
    table.string('caller_name').notNullable()
    table.text('permissions').notNullable().comment('JSON: those of the caller when it was started')
    table.string('token_id')
    table.string('origin').notNullable()
    table.string('request_id').notNullable()
    table.string('state').notNullable()
    table.integer('total').notNullable()
    table.integer('done').notNullable()
    table.integer('failed').notNullable()
    table.integer('begun').comment('The position of a record that runs without a transaction')
    table.text('errors').notNullable()
    table.text('reason')
    table.timestamp('created_at').notNullable()
    table.timestamp('started_at')
    table.timestamp('finished_at')
    table.integer('version').notNullable()
  })
}

/** The ids are stored in parts of 500, so that accepting and reading them takes few statements. */
async function createRecords(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_bulk_records', (table) => {
    table.integer('action_id').notNullable()
    table.integer('part').notNullable()
    table.text('ids').notNullable()
    table.primary(['action_id', 'part'])
  })
}

/** What is changed in each record, sealed, because it may be secret. It is deleted with the ids. */
async function addGiven(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_bulk_actions', (table) => {
    table.text('given')
  })
}
