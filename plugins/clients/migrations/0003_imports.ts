import type { Knex } from '@atrium/sdk'

/** CSV files on their way into clients: how far each is, and what was wrong with its rows. */
export async function up(db: Knex) {
  await db.schema.createTable('clients_imports', (table) => {
    table.increments('id')
    table.string('name', 200).notNullable()
    table.string('status', 16).notNullable().index()
    table.boolean('dry_run').notNullable()
    table.string('separator', 1).notNullable()
    table.text('mapping').notNullable()
    table.integer('rows_done').notNullable()
    table.integer('rows_created').notNullable()
    table.integer('rows_failed').notNullable()
    table.text('errors').notNullable()
    table.text('problem')
    table.string('file_key', 80).notNullable()
    table.timestamp('created_at').notNullable().index()
    table.timestamp('finished_at')
    table.integer('version').notNullable()
  })
}

export async function down(db: Knex) {
  await db.schema.dropTable('clients_imports')
}
