import type { Knex } from '@atrium/sdk'

/** Kinds of documents, and the documents of clients; the files themselves are kept by the host. */
export async function up(db: Knex) {
  await db.schema.createTable('clients_document_types', (table) => {
    table.increments('id')
    table.string('title', 80).notNullable().unique()
    table.string('required_for', 16).notNullable().index()
    table.integer('validity_months')
    table.text('media_types').notNullable()
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
  await db.schema.createTable('clients_documents', (table) => {
    table.increments('id')
    table.integer('client_id').notNullable().references('id').inTable('clients_clients')
    table.integer('type_id').notNullable().references('id').inTable('clients_document_types').index()
    table.string('name', 200).notNullable()
    table.string('media_type', 120).notNullable()
    table.bigInteger('size').notNullable()
    table.string('sha256', 64).notNullable()
    table.integer('revision').notNullable()
    table.boolean('is_current').notNullable()
    table.date('issued_on').notNullable()
    table.date('expires_on')
    table.string('file_key', 80).notNullable()
    table.timestamp('created_at').notNullable()
    table.integer('version').notNullable()
    table.index(['client_id', 'type_id', 'revision'])
  })
}

export async function down(db: Knex) {
  await db.schema.dropTable('clients_documents')
  await db.schema.dropTable('clients_document_types')
}
