import type { Knex } from 'knex'
import type { Migration } from '../../base/db/index.ts'

/** The tables of the ways to sign in, for the owner `platform`. An applied migration is never edited. */
export const methodMigrations: readonly Migration[] = [
  { name: 'auth-010-sign-in-methods', source_hash: '1', up: createMethods },
  { name: 'auth-011-sign-in-steps', source_hash: '1', up: createSteps },
  { name: 'auth-012-role-requirements', source_hash: '1', up: extendRoles },
  { name: 'auth-013-identity-claims', source_hash: '1', up: extendIdentities },
  { name: 'auth-014-identity-issuer', source_hash: '1', up: nameIssuers },
]

async function createMethods(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_totp', (table) => {
    referToUser(table).primary()
    table.text('secret').notNullable().comment('sealed')
    table.timestamp('created_at').notNullable()
    table.timestamp('confirmed_at')
    table.bigInteger('last_step').comment('the step of the last accepted code, so that no code is accepted twice')
  })
  await knex.schema.createTable('platform_recovery_codes', (table) => {
    table.string('code_hash').primary()
    referToUser(table).index()
    table.timestamp('created_at').notNullable()
    table.timestamp('used_at')
  })
  await knex.schema.createTable('platform_passkeys', (table) => {
    table.string('id').primary()
    referToUser(table).index()
    table.string('credential_id', 1400).notNullable().unique()
    table.text('public_key').notNullable()
    table.bigInteger('counter').notNullable()
    table.text('transports').notNullable().comment('JSON')
    table.boolean('synced').notNullable().comment('whether the passkey is copied to the other devices of its owner')
    table.string('name').notNullable()
    table.timestamp('created_at').notNullable()
    table.timestamp('last_used_at')
    table.timestamp('refused_at').comment('when it last answered with a counter that had been used')
  })
  await knex.schema.createTable('platform_identities', (table) => {
    table.string('provider').notNullable()
    table.string('subject').notNullable()
    referToUser(table).index()
    table.timestamp('created_at').notNullable()
    table.timestamp('last_used_at')
    table.primary(['provider', 'subject'])
  })
}

async function createSteps(knex: Knex): Promise<void> {
  await knex.schema.createTable('platform_sign_in_steps', (table) => {
    table.string('token_hash').primary()
    table.string('kind').notNullable()
    table.string('user_id').references('platform_users.id').onDelete('CASCADE').index()
    table.text('data').notNullable().comment('JSON without secrets')
    table.timestamp('expires_at').notNullable()
    table.timestamp('used_at')
  })
  await knex.schema.alterTable('platform_sessions', (table) => {
    table.text('methods').comment('JSON: how the person signed in')
    table.timestamp('confirmed_at').comment('when the person last proved that it is still them')
  })
}

async function extendRoles(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_roles', (table) => {
    table.text('requirements').comment('JSON: how its holders must sign in; null for nothing')
  })
}

async function extendIdentities(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_identities', (table) => {
    table.text('claims').comment('JSON: the claim by which roles were given at the last sign-in, and its values')
  })
}

async function nameIssuers(knex: Knex): Promise<void> {
  await knex.schema.alterTable('platform_identities', (table) => {
    table.text('issuer').comment('whose subject it is; null until the next sign-in after the update')
  })
}

function referToUser(table: Knex.CreateTableBuilder): Knex.ReferencingColumnBuilder {
  return table.string('user_id').notNullable().references('platform_users.id').onDelete('CASCADE')
}
