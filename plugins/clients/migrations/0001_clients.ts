import type { Knex } from '@atrium/sdk'

/** Clients, what they are recognized by, and what happened to them. Arrays are JSON text. */
export async function up(db: Knex) {
  await db.schema.createTable('clients_clients', (table) => {
    table.increments('id')
    table.string('kind', 16).notNullable().index()
    table.string('display_name', 200).notNullable().index()
    table.string('given_name', 80)
    table.string('family_name', 80)
    table.date('birth_date')
    table.string('company_name', 160)
    table.string('registration_no', 40)
    table.string('email', 254).index()
    table.string('phone', 20).index()
    table.string('language', 8)
    table.string('owner', 80).index()
    table.text('tags').notNullable()
    table.text('contact_points').notNullable()
    table.text('addresses').notNullable()
    table.text('notes')
    table.boolean('archived').notNullable().index()
    table.timestamp('archived_at').index()
    table.integer('merged_into').references('id').inTable('clients_clients')
    table.timestamp('created_at').notNullable().index()
    table.timestamp('updated_at').notNullable().index()
    table.integer('version').notNullable()
  })
  await db.schema.createTable('clients_keys', (table) => {
    table.integer('client_id').notNullable().references('id').inTable('clients_clients').index()
    table.string('kind', 8).notNullable()
    table.string('value', 260).notNullable()
    table.primary(['kind', 'value', 'client_id'])
  })
  await db.schema.createTable('clients_timeline', (table) => {
    table.increments('id')
    table.integer('client_id').notNullable().references('id').inTable('clients_clients').index()
    table.string('kind', 24).notNullable()
    table.text('details').notNullable()
    table.text('caller_id')
    table.text('caller_name')
    table.timestamp('at').notNullable()
  })
}

export async function down(db: Knex) {
  await db.schema.dropTable('clients_timeline')
  await db.schema.dropTable('clients_keys')
  await db.schema.dropTable('clients_clients')
}
