import { type Knex, LARGEST_PAGE, type ListFilter, type RecordId, table_store, type WritableStore } from '@atrium/sdk'
import { Booking } from './booking.ts'

/** All bookings. What it takes to make or to change one is said elsewhere. */
export const bookingTable = (db: Knex) =>
  table_store(db, 'booking_bookings', Booking, {
    sort: ['starts_at', 'ends_at', 'status', 'price', 'created_at'],
    filter: [
      'status',
      'client_id',
      'specialist_id',
      'service_id',
      'location_id',
      'series_id',
      'starts_at',
      'ends_at',
      'slot',
      'created_at',
    ],
    search: ['notes', 'cancel_reason'],
  }) as WritableStore<Booking>

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

/** How many bookings suit, of those that the caller may see. */
export async function countBookings(db: Knex, filters: readonly ListFilter[]): Promise<number> {
  const { total } = await bookingTable(db).list({ filters, sort: [], offset: 0, limit: 1 })
  return total
}

/** A booking that nobody else changes until the transaction ends. @throws ApiError 404 */
export async function lockBooking(db: Knex, id: RecordId): Promise<Booking> {
  const table = bookingTable(db)
  // The table knows what can be an id; PostgreSQL would refuse the statement.
  const { id: known } = await table.get(id)
  await db('booking_bookings').where({ id: known }).select('id').forUpdate()
  return table.get(known)
}
