import type { Knex, ListFilter } from '@atrium/sdk'
import { bookingTable } from './booking-table.ts'

/** How many bookings suit, of those that the caller may see. */
export async function countBookings(db: Knex, filters: readonly ListFilter[]): Promise<number> {
  const { total } = await bookingTable(db).list({ filters, sort: [], offset: 0, limit: 1 })
  return total
}
