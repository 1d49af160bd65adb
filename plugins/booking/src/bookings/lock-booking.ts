import type { Knex, RecordId } from '@atrium/sdk'
import { bookingTable } from './booking-table.ts'
import type { Booking } from './booking.ts'

/** A booking that nobody else changes until the transaction ends. @throws ApiError 404 */
export async function lockBooking(db: Knex, id: RecordId): Promise<Booking> {
  const table = bookingTable(db)
  // The table knows what can be an id; PostgreSQL would refuse the statement.
  const { id: known } = await table.get(id)
  await db('booking_bookings').where({ id: known }).select('id').forUpdate()
  return table.get(known)
}
