import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'
import { methodMigrations } from './method-migrations.ts'

/**
 * The tables of people and their sessions, for the owner `platform`. An applied migration of the host is never edited; its hash
 * is written down, because a build changes the source.
 */
export const authMigrations: readonly Migration[] = [
  { name: 'auth-001-people', source_hash: '1', up: createPeople },
  { name: 'auth-002-sessions', source_hash: '1', up: createSessions },
  ...methodMigrations,
]

async function createPeople(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_users', (table) => {
    table.string('id').primary()
    table.string('email')
    table.string('name').notNullable()
    table.text('password_hash')
    table.text('permissions').notNullable().comment('JSON: held besides those of roles')
    table.timestamp('created_at').notNullable()
    table.timestamp('updated_at').notNullable()
    table.timestamp('disabled_at')
  })
  await knex.raw('create unique index platform_users_email_unique on platform_users (lower(email))')
  await knex.schema.createTable('platform_sign_in_links', (table) => {
    table.string('token_hash').primary()
    referToUser(table)
    table.timestamp('expires_at').notNullable()
    table.timestamp('used_at')
  })
}

async function createSessions(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_sessions', (table) => {
    table.string('id').primary()
    table.string('token_hash').notNullable().unique()
    referToUser(table)
    table.timestamp('created_at').notNullable()
    table.timestamp('last_seen_at').notNullable()
    table.timestamp('expires_at').notNullable()
    table.text('user_agent')
    table.string('address').notNullable()
    table.timestamp('revoked_at')
  })
  await knex.schema.createTable('platform_tickets', (table) => {
    table.string('token_hash').primary()
    table.string('session_id').references('platform_sessions.id').onDelete('CASCADE').index()
    table.timestamp('expires_at').notNullable()
    table.timestamp('used_at')
  })
  await knex.schema.createTable('platform_sign_in_limits', (table) => {
    table.string('key').primary()
    table.integer('points').notNullable()
    table.bigInteger('expire')
  })
}

function referToUser(table: Knex.CreateTableBuilder): void {
  table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE').index()
}
