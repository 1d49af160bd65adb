import type { Knex } from '@atrium/sdk'

/** The providers of language models, and the agents that use them. */
export async function up(db: Knex) {
  await db.schema.createTable('ai_agents_credentials', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().unique()
    table.string('kind', 24).notNullable().index()
    table.string('base_url', 500)
    table.string('key_hint', 16)
    table.timestamp('key_set_at')
    table.text('sealed_key')
    stamp(table)
  })
  await db.schema.createTable('ai_agents_agents', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().unique()
    table.string('description', 300)
    table.boolean('enabled').notNullable().index()
    table.integer('credential_id').notNullable().references('id').inTable('ai_agents_credentials').index()
    table.string('model', 200)
    table.text('instructions').notNullable()
    table.double('temperature')
    table.integer('max_output_tokens').notNullable()
    table.integer('context_tokens').notNullable()
    table.integer('max_steps').notNullable()
    table.bigInteger('price_input')
    table.bigInteger('price_output')
    table.text('tools').notNullable()
    table.text('roles').notNullable()
    table.text('approver_roles').notNullable()
    table.boolean('four_eyes').notNullable()
    table.integer('approval_minutes').notNullable()
    table.text('budgets').notNullable()
    stamp(table)
  })
}

function stamp(table: Knex.CreateTableBuilder) {
  table.timestamp('created_at').notNullable().index()
  table.timestamp('updated_at').notNullable()
  table.integer('version').notNullable()
}

export async function down(db: Knex) {
  await db.schema.dropTable('ai_agents_agents')
  await db.schema.dropTable('ai_agents_credentials')
}
