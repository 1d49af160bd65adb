import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'
import { reviewMigrations } from './grant-use.ts'
import { methodMigrations } from './method-migrations.ts'

/**
 * The tables of people and their sessions, for the owner `platform`. An applied migration of the host is never edited; its hash
 * is written down, because a build changes the source.
 */
export const authMigrations: readonly Migration[] = [
  { name: 'auth-001-people', source_hash: '1', up: createPeople },
  { name: 'auth-002-sessions', source_hash: '1', up: createSessions },
  { name: 'auth-003-roles', source_hash: '1', up: createRoles },
  { name: 'auth-004-people', source_hash: '1', up: extendPeople },
  { name: 'auth-005-tokens', source_hash: '1', up: createTokens },
  { name: 'auth-006-authority', source_hash: '1', up: createAuthority },
  { name: 'auth-007-links', source_hash: '1', up: extendLinks },
  ...methodMigrations,
  ...reviewMigrations,
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

async function createRoles(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_roles', (table) => {
    table.string('id').primary()
    table.string('name').notNullable().unique()
    table.string('label').notNullable()
    table.text('description')
    table.text('permissions').notNullable().comment('JSON: patterns such as clients.*')
    table.text('conditions').notNullable().comment('JSON: [{ resource, where }]')
    table.text('fields').notNullable().comment('JSON: [{ resource, hidden, read_only }]')
    table.boolean('built_in').notNullable()
    table.integer('version').notNullable().defaultTo(1)
    table.timestamp('created_at').notNullable()
    table.timestamp('updated_at').notNullable()
  })
  await knex.schema.createTable('platform_user_roles', (table) => {
    table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE')
    table.string('role_id').notNullable().references('platform_roles.id').onDelete('RESTRICT').index()
    table.primary(['user_id', 'role_id'])
  })
}

async function extendPeople(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_users', (table) => {
    table.string('kind').notNullable().defaultTo('person').comment('person or service')
    table.text('attributes').notNullable().defaultTo('{}').comment('JSON: lists of values by field')
    table.string('locale')
    table.string('time_zone')
    table.string('theme')
    table.text('formats').comment('JSON: how dates and times are written')
    table.timestamp('last_sign_in_at')
    table.integer('version').notNullable().defaultTo(1)
  })
}

async function createTokens(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_tokens', (table) => {
    table.string('id').primary()
    table.string('name').notNullable()
    referToUser(table)
    table.string('token_hash').notNullable().unique()
    table.text('permissions').notNullable().comment('JSON: patterns; never more than those of the owner')
    table.timestamp('expires_at')
    table.timestamp('last_used_at')
    table.timestamp('revoked_at')
    table.timestamp('created_at').notNullable()
  })
  await knex.schema.alterTable('platform_tickets', (table) => {
    table.string('token_id').comment('Of platform_tokens; the row lives for seconds')
  })
}

/** One row with a version, which every change of people, roles, tokens and sessions raises. */
async function createAuthority(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_authority', (table) => {
    table.integer('id').primary()
    table.bigInteger('version').notNullable()
  })
  await knex('platform_authority').insert({ id: 1, version: 1 })
}

async function extendLinks(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_sign_in_links', (table) => {
    table.string('purpose').notNullable().defaultTo('sign_in').comment('sign_in, invitation or password_reset')
  })
}

function referToUser(table: Knex.CreateTableBuilder): void {
  table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE').index()
}
