import type { Knex } from '@atrium/sdk'

/** Conversations with their messages and frames, approvals, and what was used. Times of leases are milliseconds since 1970. */
export async function up(db: Knex) {
  await db.schema.createTable('ai_agents_conversations', (table) => {
    table.string('id', 36).primary()
    table.integer('agent_id').notNullable().index()
    table.string('agent_name', 80).notNullable()
    table.string('person_id', 120).notNullable().index()
    table.string('person_name', 200).notNullable()
    table.string('account', 160)
    table.string('title', 120).notNullable()
    table.string('status', 12).notNullable().index()
    table.string('turn_id', 36)
    table.string('owner', 36).index()
    table.bigInteger('lease_until')
    table.boolean('is_cancelled').notNullable().defaultTo(false)
    table.integer('input_tokens').notNullable()
    table.integer('output_tokens').notNullable()
    table.timestamp('created_at').notNullable().index()
    table.timestamp('updated_at').notNullable().index()
    table.integer('version').notNullable()
  })
  await db.schema.createTable('ai_agents_messages', (table) => {
    table.string('id', 36).primary()
    partOf(table)
    table.integer('position').notNullable()
    table.string('turn_id', 36).notNullable()
    table.string('role', 12).notNullable()
    table.text('content').notNullable()
    table.timestamp('created_at').notNullable()
    table.unique(['conversation_id', 'position'])
  })
  await db.schema.createTable('ai_agents_frames', (table) => {
    partOf(table)
    table.integer('seq').notNullable()
    table.string('message_id', 36).notNullable()
    table.string('type', 32).notNullable()
    table.text('payload').notNullable()
    table.bigInteger('written_at').notNullable()
    table.primary(['conversation_id', 'seq'])
  })
  await approvals(db)
  await usage(db)
}

function approvals(db: Knex) {
  return db.schema.createTable('ai_agents_approvals', (table) => {
    table.string('id', 36).primary()
    partOf(table).index()
    table.string('turn_id', 36)
    table.string('call_id', 80)
    table.integer('agent_id').notNullable().index()
    table.string('agent_name', 80).notNullable()
    table.string('person_id', 120).notNullable().index()
    table.string('person_name', 200).notNullable()
    table.string('account', 160)
    table.string('tool', 120).notNullable().index()
    table.string('title', 200)
    table.text('input').notNullable()
    table.string('input_hash', 64).notNullable()
    table.string('tool_hash', 64)
    table.string('record_path', 500)
    table.string('record_tag', 120)
    table.text('record')
    table.text('change')
    table.boolean('four_eyes').notNullable()
    table.text('approver_roles').notNullable()
    table.string('status', 12).notNullable().index()
    table.timestamp('expires_at').notNullable().index()
    table.string('decided_by', 120)
    table.string('decided_name', 200)
    table.string('decided_account', 160)
    table.timestamp('decided_at')
    table.string('reason', 500)
    table.text('result')
    table.bigInteger('lease_until')
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
    table.unique(['conversation_id', 'turn_id', 'call_id'])
  })
}

async function usage(db: Knex) {
  await db.schema.createTable('ai_agents_usage', (table) => {
    table.increments('id')
    table.string('conversation_id', 36).notNullable().index()
    table.integer('agent_id').notNullable().index()
    table.string('agent_name', 80).notNullable()
    table.string('person_id', 120).notNullable().index()
    table.string('person_name', 200).notNullable()
    table.string('model', 200).notNullable()
    table.date('day').notNullable().index()
    table.string('state', 12).notNullable()
    table.integer('input_tokens').notNullable()
    table.integer('output_tokens').notNullable()
    table.bigInteger('cost_micros').notNullable()
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
  await db.schema.createTable('ai_agents_budgets', (table) => {
    table.string('subject', 200).primary()
    table.date('day').notNullable().index()
    table.bigInteger('tokens').notNullable()
    table.bigInteger('cost_micros').notNullable()
  })
}

/** What belongs to a conversation goes with it. */
const partOf = (table: Knex.CreateTableBuilder) =>
  table
    .string('conversation_id', 36)
    .notNullable()
    .references('id')
    .inTable('ai_agents_conversations')
    .onDelete('CASCADE')

export async function down(db: Knex) {
  for (const name of ['budgets', 'usage', 'approvals', 'frames', 'messages', 'conversations'])
    await db.schema.dropTable(`ai_agents_${name}`)
}
