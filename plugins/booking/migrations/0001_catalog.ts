import type { Knex } from '@atrium/sdk'

/** What can be booked, with whom, where and when. */
export async function up(db: Knex) {
  await db.schema.createTable('booking_locations', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.string('zone', 64).notNullable().index()
    table.string('address', 300)
    stamp(table)
  })
  await db.schema.createTable('booking_services', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.text('description')
    table.integer('duration').notNullable().index()
    table.integer('step')
    table.integer('buffer_before').notNullable()
    table.integer('buffer_after').notNullable()
    table.bigInteger('price').notNullable().index()
    table.integer('capacity').notNullable()
    table.boolean('active').notNullable().index()
    stamp(table)
  })
  await db.schema.createTable('booking_specialists', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.string('email', 254)
    table.string('zone', 64).notNullable().index()
    table.integer('location_id').notNullable().references('id').inTable('booking_locations').index()
    table.boolean('active').notNullable().index()
    stamp(table)
  })
  await db.schema.createTable('booking_offers', (table) => {
    table.increments('id')
    belongsTo(table, 'specialist_id', 'booking_specialists').notNullable()
    belongsTo(table, 'service_id', 'booking_services').notNullable().index()
    table.unique(['specialist_id', 'service_id'])
    stamp(table)
  })
  await db.schema.createTable('booking_hours', (table) => {
    table.increments('id')
    belongsTo(table, 'specialist_id', 'booking_specialists').notNullable().index()
    table.string('rrule', 80).notNullable()
    table.string('opens', 5).notNullable().index()
    table.string('closes', 5).notNullable()
    table.date('starts_on').notNullable().index()
    table.date('ends_on').index()
    stamp(table)
  })
  await db.schema.createTable('booking_exceptions', (table) => {
    table.increments('id')
    belongsTo(table, 'specialist_id', 'booking_specialists').notNullable().index()
    table.string('kind', 8).notNullable().index()
    table.timestamp('starts_at').notNullable().index()
    table.timestamp('ends_at').notNullable().index()
    table.string('reason', 200)
    stamp(table)
  })
  await db.schema.createTable('booking_holidays', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.date('day').notNullable().index()
    table.integer('location_id').references('id').inTable('booking_locations').index()
    stamp(table)
  })
}

/** What every record has. */
function stamp(table: Knex.CreateTableBuilder) {
  table.timestamp('created_at').notNullable().index()
  table.integer('version').notNullable()
}

/** What belongs to a specialist or a service goes with it; bookings keep both from being deleted. */
const belongsTo = (table: Knex.CreateTableBuilder, column: string, owner: string) =>
  table.integer(column).references('id').inTable(owner).onDelete('CASCADE')

export async function down(db: Knex) {
  for (const name of ['holidays', 'exceptions', 'hours', 'offers', 'specialists', 'services', 'locations'])
    await db.schema.dropTable(`booking_${name}`)
}
