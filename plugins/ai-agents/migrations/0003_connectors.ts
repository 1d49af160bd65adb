import type { Knex } from '@atrium/sdk'

/** External systems, their tools, and the visits to their authorization servers. Times of leases are milliseconds since 1970. */
export async function up(db: Knex) {
  await connectors(db)
  await tools(db)
  await calls(db)
  await flows(db)
  await db.schema.alterTable('ai_agents_agents', (table) => {
    table.text('connectors').notNullable().defaultTo('[]')
  })
}

function connectors(db: Knex) {
  return db.schema.createTable('ai_agents_connectors', (table) => {
    table.increments('id')
    table.string('title', 80).notNullable().unique()
    table.string('prefix', 20).notNullable().unique()
    table.string('kind', 12).notNullable().index()
    table.string('url', 500).notNullable()
    table.string('description', 300)
    table.boolean('enabled').notNullable().index()
    table.integer('timeout_seconds').notNullable()
    table.string('document_url', 500)
    table.string('document_hint', 120)
    table.timestamp('document_set_at')
    table.text('sealed_document')
    table.string('auth', 12).notNullable()
    table.string('secret_hint', 16)
    table.timestamp('secret_set_at')
    table.text('sealed_secret')
    table.string('issuer', 500)
    table.string('client_id', 500)
    table.string('client_secret_hint', 16)
    table.timestamp('client_secret_set_at')
    table.text('sealed_client_secret')
    table.string('scopes', 1000)
    table.text('tokens')
    table.timestamp('token_expires_at')
    table.bigInteger('refresh_lease')
    table.string('auth_status', 20).notNullable()
    table.string('status', 12).notNullable().index()
    table.string('status_detail', 500)
    table.timestamp('checked_at')
    stamp(table)
  })
}

function tools(db: Knex) {
  return db.schema.createTable('ai_agents_connector_tools', (table) => {
    table.increments('id')
    partOf(table)
    table.string('name', 300).notNullable()
    table.string('tool', 64).notNullable().unique()
    table.string('title', 200)
    table.text('description').notNullable()
    table.text('definition').notNullable()
    table.string('hash', 64).notNullable()
    table.string('state', 12).notNullable().index()
    table.text('difference')
    table.text('accepted')
    table.string('accepted_hash', 64)
    table.string('accepted_by', 200)
    table.timestamp('accepted_at')
    table.boolean('only_reads').notNullable()
    stamp(table)
    table.unique(['connector_id', 'name'])
  })
}

/** Calls, noted before they are sent, so that none is sent twice. */
function calls(db: Knex) {
  return db.schema.createTable('ai_agents_connector_calls', (table) => {
    table.string('key', 200).primary()
    table.string('status', 12).notNullable()
    table.text('answer')
    table.timestamp('created_at').notNullable().index()
  })
}

function flows(db: Knex) {
  return db.schema.createTable('ai_agents_oauth_flows', (table) => {
    table.increments('id')
    partOf(table)
    table.string('state_hash', 64).notNullable().unique()
    table.text('code_verifier').notNullable()
    table.string('issuer', 500).notNullable()
    table.string('redirect_uri', 1000).notNullable()
    table.string('account', 160).notNullable()
    table.string('session', 160)
    table.timestamp('expires_at').notNullable().index()
    table.timestamp('used_at')
    table.timestamp('created_at').notNullable()
  })
}

/** What belongs to a connector goes with it. */
const partOf = (table: Knex.CreateTableBuilder) =>
  table
    .integer('connector_id')
    .notNullable()
    .references('id')
    .inTable('ai_agents_connectors')
    .onDelete('CASCADE')
    .index()

function stamp(table: Knex.CreateTableBuilder) {
  table.timestamp('created_at').notNullable().index()
  table.timestamp('updated_at').notNullable()
  table.integer('version').notNullable()
}

export async function down(db: Knex) {
  await db.schema.alterTable('ai_agents_agents', (table) => table.dropColumn('connectors'))
  for (const name of ['oauth_flows', 'connector_calls', 'connector_tools', 'connectors'])
    await db.schema.dropTable(`ai_agents_${name}`)
}
