import type { Knex } from '@atrium/sdk'

const FILTERS = ['client_id', 'service_id', 'location_id'] as const

/**
 * Lists of bookings are filtered by one of these and sorted by their beginning: an index that has both is read in order, where the
 * rows of a busy specialist had to be sorted for every page.
 */
export async function up(db: Knex) {
  await db.schema.alterTable('booking_bookings', (table) => {
    table.index(['specialist_id', 'starts_at'])
    for (const column of FILTERS) {
      table.index([column, 'starts_at'])
      table.dropIndex([column])
    }
  })
}

export async function down(db: Knex) {
  await db.schema.alterTable('booking_bookings', (table) => {
    table.dropIndex(['specialist_id', 'starts_at'])
    for (const column of FILTERS) {
      table.index([column])
      table.dropIndex([column, 'starts_at'])
    }
  })
}
