import type { Knex } from '@atrium/sdk'

/** Bookings, what became of them, and the quotes they were made for. */
export async function up(db: Knex) {
  await db.schema.createTable('booking_quotes', (table) => {
    table.uuid('id').primary()
    table.integer('service_id').notNullable().references('id').inTable('booking_services').index()
    table.integer('quantity').notNullable()
    table.integer('used').notNullable()
    table.text('lines').notNullable()
    table.bigInteger('subtotal').notNullable()
    table.bigInteger('discount').notNullable()
    table.bigInteger('tax').notNullable()
    table.bigInteger('total').notNullable().index()
    table.string('currency', 3).notNullable()
    table.timestamp('expires_at').notNullable().index()
    stamp(table)
  })
  await db.schema.createTable('booking_bookings', (table) => {
    table.increments('id')
    table.integer('client_id').notNullable().index()
    table.integer('specialist_id').notNullable().references('id').inTable('booking_specialists')
    table.integer('service_id').notNullable().references('id').inTable('booking_services').index()
    table.integer('location_id').notNullable().references('id').inTable('booking_locations').index()
    table.timestamp('starts_at').notNullable().index()
    table.timestamp('ends_at').notNullable().index()
    table.string('zone', 64).notNullable()
    table.string('status', 16).notNullable()
    table.bigInteger('price').notNullable().index()
    table.string('currency', 3).notNullable()
    table.uuid('quote_id').references('id').inTable('booking_quotes').index()
    table.text('notes')
    table.timestamp('busy_from').notNullable()
    table.timestamp('busy_until').notNullable()
    table.string('slot', 64).notNullable().index()
    table.integer('seat').notNullable()
    table.timestamp('expires_at')
    table.string('cancelled_by', 16)
    table.string('cancel_reason', 500)
    table.bigInteger('cancel_fee')
    stamp(table)
    table.index(['specialist_id', 'busy_from'])
    table.index(['status', 'starts_at'])
  })
  await db.schema.createTable('booking_transitions', (table) => {
    table.increments('id')
    table.integer('booking_id').notNullable().references('id').inTable('booking_bookings').onDelete('CASCADE').index()
    table.string('from_status', 16)
    table.string('to_status', 16).notNullable()
    table.string('reason', 500)
    table.text('caller_id')
    table.text('caller_name')
    stamp(table)
  })
  if ((db.client as { dialect?: string }).dialect === 'postgresql') await exclude(db)
}

/**
 * The last word on double booking, whatever the code before it overlooks: of one slot nobody has a seat twice, and no two slots of a
 * specialist overlap. Ranges end before their end, so adjacent bookings do not meet.
 */
async function exclude(db: Knex) {
  await db.raw('CREATE EXTENSION IF NOT EXISTS btree_gist')
  const during = "tstzrange(busy_from, busy_until, '[)')"
  const takes = "WHERE (status NOT IN ('cancelled', 'expired'))"
  await db.raw(
    `ALTER TABLE booking_bookings ADD CONSTRAINT booking_bookings_seat_taken
     EXCLUDE USING gist (specialist_id WITH =, seat WITH =, ${during} WITH &&) ${takes}`,
  )
  await db.raw(
    `ALTER TABLE booking_bookings ADD CONSTRAINT booking_bookings_slot_taken
     EXCLUDE USING gist (specialist_id WITH =, slot WITH <>, ${during} WITH &&) ${takes}`,
  )
}

/** What every record has. */
function stamp(table: Knex.CreateTableBuilder) {
  table.timestamp('created_at').notNullable().index()
  table.integer('version').notNullable()
}

export async function down(db: Knex) {
  for (const name of ['transitions', 'bookings', 'quotes']) await db.schema.dropTable(`booking_${name}`)
}
