import { type Knex, LARGEST_PAGE, type ListFilter } from '@atrium/sdk'
import { bookingTable } from './booking-table.ts'
import type { Booking } from './booking.ts'

/** All bookings that suit, by their beginning, as far as the caller may see them. */
export async function allBookings(db: Knex, filters: readonly ListFilter[]): Promise<readonly Booking[]> {
  const table = bookingTable(db)
  const found: Booking[] = []
  for (;;) {
    const offset = found.length
    const sort = [
      { field: 'starts_at', order: 'asc' },
      { field: 'id', order: 'asc' },
    ] as const
    const { rows, total } = await table.list({ filters, sort, offset, limit: LARGEST_PAGE })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
