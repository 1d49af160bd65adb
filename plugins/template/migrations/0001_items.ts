import type { Knex } from '@atrium/sdk'

/** Every column a list sorts or filters by has an index; `version` is what `If-Match` compares. */
export function up(db: Knex) {
  return db.schema.createTable('template_items', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.string('status', 16).notNullable().index()
    table.bigInteger('price').notNullable().index()
    table.text('notes')
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
}

export function down(db: Knex) {
  return db.schema.dropTable('template_items')
}
