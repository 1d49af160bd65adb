import type { Knex } from '@atrium/sdk'

/** Bookings that were made together, by a rule. */
export async function up(db: Knex) {
  await db.schema.createTable('booking_series', (table) => {
    table.increments('id')
    table.integer('client_id').notNullable().index()
    table.integer('specialist_id').notNullable().references('id').inTable('booking_specialists').index()
    table.integer('service_id').notNullable().references('id').inTable('booking_services').index()
    table.timestamp('starts_at').notNullable().index()
    table.string('zone', 64).notNullable()
    table.string('rrule', 200).notNullable()
    table.string('mode', 8).notNullable()
    table.text('notes')
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
  // Knex would copy the whole table on SQLite, which can add such a column as it stands.
  await db.raw('ALTER TABLE booking_bookings ADD COLUMN series_id integer REFERENCES booking_series (id)')
  await db.schema.alterTable('booking_bookings', (table) => table.index('series_id'))
}

export async function down(db: Knex) {
  await db.schema.alterTable('booking_bookings', (table) => table.dropColumn('series_id'))
  await db.schema.dropTable('booking_series')
}
