import type { Migration } from '../../base/db/index.ts'

/**
 * The tables in which `perform` records changes; the owner is `platform`. Every index adds a page write to every change, so only the
 * necessary ones exist.
 */
export const operationMigrations: readonly Migration[] = [
  {
    name: 'operations-001-idempotency-keys',
    source_hash: '1',
    up: (knex) =>
      knex.schema.createTable('platform_idempotency_keys', (table) => {
        table.bigIncrements('id')
        table.string('scope', 43).notNullable().unique()
        table.string('fingerprint', 43).notNullable()
        table.integer('status').notNullable()
        table.text('headers').notNullable()
        table.text('body')
        table.timestamp('created_at').notNullable()
      }),
  },
  {
    name: 'operations-002-audit',
    source_hash: '1',
    up: (knex) =>
      knex.schema.createTable('platform_audit', (table) => {
        table.bigIncrements('id')
        table.timestamp('at').notNullable().index()
        table.text('caller_id').notNullable()
        table.text('caller_kind').notNullable()
        table.text('caller_name').notNullable()
        table.text('origin').notNullable()
        table.text('operation').notNullable()
        table.text('plugin').notNullable()
        table.text('record_id')
        table.text('request_id').notNullable()
        table.integer('status').notNullable()
        table.text('fields')
      }),
  },
  {
    name: 'operations-003-audit-changes',
    source_hash: '1',
    up: (knex) =>
      knex.schema.alterTable('platform_audit', (table) => {
        table.text('resource').comment('The path of the list to which the record belongs')
        table.text('changes').comment('JSON: what the fields were, and what they are')
        table.index(['record_id', 'resource'])
      }),
  },
  {
    name: 'operations-004-audit-agents',
    source_hash: '1',
    up: (knex) =>
      knex.schema.alterTable('platform_audit', (table) => {
        table.text('agent').comment('The agent that acted for the caller')
        table.text('conversation')
        table.text('approval')
      }),
  },
]
