import type { Knex } from '@atrium/sdk'

/** Calendars that are subscribed to by a secret address, and when a booking was changed last, which they tell. */
export async function up(db: Knex) {
  await db.schema.createTable('booking_feeds', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.integer('specialist_id').references('id').inTable('booking_specialists').onDelete('CASCADE').index()
    table.string('shows', 8).notNullable()
    table.string('token_hash', 64).unique()
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
  await db.schema.alterTable('booking_bookings', (table) => table.timestamp('updated_at'))
  await db('booking_bookings').update({ updated_at: db.ref('created_at') })
}

export async function down(db: Knex) {
  await db.schema.alterTable('booking_bookings', (table) => table.dropColumn('updated_at'))
  await db.schema.dropTable('booking_feeds')
}
