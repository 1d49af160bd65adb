import type { Knex } from '@atrium/sdk'

/** E-mails to clients about their bookings. Neither text nor address is kept here. */
export async function up(db: Knex) {
  await db.schema.createTable('booking_mails', (table) => {
    table.increments('id')
    table.integer('booking_id').notNullable().references('id').inTable('booking_bookings').onDelete('CASCADE').index()
    table.string('kind', 16).notNullable().index()
    table.string('occasion', 120).notNullable().unique()
    table.string('status', 16).notNullable().index()
    table.string('reason', 200)
    table.integer('lead_id')
    table.string('message_id', 320)
    table.string('file_key', 200)
    table.timestamp('sent_at')
    table.timestamp('created_at').notNullable().index()
    table.integer('version').notNullable()
  })
}

export async function down(db: Knex) {
  await db.schema.dropTable('booking_mails')
}
