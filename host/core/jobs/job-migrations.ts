import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'

/** The tables of this room, for the owner `platform`. An applied migration of the host is never edited. */
export const jobMigrations: readonly Migration[] = [
  { name: 'jobs-001-jobs', source_hash: '1', up: createJobTable },
  { name: 'jobs-002-subscriptions', source_hash: '1', up: createSubscriptionTable },
  { name: 'jobs-003-interruptions', source_hash: '1', up: countInterruptions },
  { name: 'jobs-004-undo', source_hash: '1', up: noteUndo },
  { name: 'jobs-005-order', source_hash: '1', up: indexInOrder },
  { name: 'jobs-006-keys', source_hash: '1', up: indexKeysOnly },
]

/** The indexes are partial, so that they contain open jobs and not ended ones. */
async function createJobTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_jobs', (table) => {
    table.bigIncrements('id')
    table.string('plugin').notNullable()
    table.string('kind').notNullable()
    table.string('name').notNullable()
    table.text('payload').notNullable()
    table.text('key')
    table.string('state').notNullable()
    table.timestamp('run_at').notNullable()
    table.integer('attempt').notNullable()
    table.integer('attempts').notNullable()
    table.string('claimed_by')
    table.timestamp('leased_until')
    table.text('error')
    table.timestamp('created_at').notNullable()
    table.timestamp('started_at')
    table.timestamp('finished_at')
  })
  await knex.raw(`create index platform_jobs_waiting on platform_jobs (plugin, run_at) where state = 'waiting'`)
  await knex.raw(`create index platform_jobs_running on platform_jobs (plugin, leased_until) where state = 'running'`)
  await knex.raw(`create unique index platform_jobs_key on platform_jobs (plugin, name, key) where state = 'waiting'`)
}

async function createSubscriptionTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_subscriptions', (table) => {
    table.string('event').notNullable()
    table.string('plugin').notNullable()
    table.timestamp('created_at').notNullable()
    table.primary(['event', 'plugin'])
  })
}

async function countInterruptions(knex: Knex): Promise<void> {
  await knex.schema.alterTable(
    'platform_jobs',
    (table) => void table.integer('interruptions').notNullable().defaultTo(0),
  )
}

async function noteUndo(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_jobs', (table) => {
    table.string('undo', 36)
    table.boolean('undone').notNullable().defaultTo(false)
  })
  await knex.raw('create index platform_jobs_undo on platform_jobs (undo) where undo is not null')
}

/** Indexes in the order of the claims, for each kind, so that a claim reads only the jobs that it takes, however many wait. */
async function indexInOrder(knex: Knex): Promise<void> {
  await knex.raw('drop index platform_jobs_waiting')
  await knex.raw(
    `create index platform_jobs_waiting on platform_jobs (plugin, kind, run_at, id) where state = 'waiting'`,
  )
  await knex.raw(
    `create index platform_jobs_events on platform_jobs (plugin, id) where state = 'waiting' and kind = 'event'`,
  )
}

/**
 * Leaves out the jobs without a key. With them PostgreSQL kept few pages for many jobs, sometimes took this index for a claim, and read and
 * sorted everything that waited.
 */
async function indexKeysOnly(knex: Knex): Promise<void> {
  await knex.raw('drop index platform_jobs_key')
  await knex.raw(
    `create unique index platform_jobs_key on platform_jobs (plugin, name, key) where state = 'waiting' and key is not null`,
  )
}
