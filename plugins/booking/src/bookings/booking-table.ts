import {
  type Caller,
  type Knex,
  LARGEST_PAGE,
  type ListFilter,
  type RecordId,
  scoped_rows,
  table_store,
  type TableStoreOptions,
  type WritableStore,
} from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { Booking } from './booking.ts'

/** The table of bookings, without the rules for creating and changing them. */
export const bookingTable = (db: Knex, more: Partial<Pick<TableStoreOptions<Booking>, 'search_also'>> = {}) =>
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
    ...more,
  }) as WritableStore<Booking>

/** The `scope` of a store whose records reveal the status of bookings: only records of bookings whose status the caller may see. */
export const ofVisibleBookings = (db: Knex) => (query: Knex.QueryBuilder, caller: Caller) => {
  if (caller.scope('booking_bookings') === undefined) return
  query.whereIn('booking_id', seenBookings(db).whereNotNull('status').select('id'))
}

/** All bookings that match and that the caller may see, ordered by start. */
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

/** The bookings that the caller may see, for figures and calendars: a hidden field is null, so it matches nothing. */
export const seenBookings = (db: Knex) => scoped_rows(db, 'booking_bookings', Booking)

/** The status of a booking, for errors. Undefined if the caller does not see it. */
export async function seenStatus(db: Knex, id: number): Promise<BookingStatus | undefined> {
  const row: { status?: BookingStatus | null } | undefined = await seenBookings(db).where({ id }).first('status')
  return row?.status ?? undefined
}

/** Locks a booking until the transaction ends. @throws ApiError 404 */
export async function lockBooking(db: Knex, id: RecordId): Promise<Booking> {
  const table = bookingTable(db)
  // `get` answers 404 for malformed ids; PostgreSQL would reject the statement.
  const { id: known } = await table.get(id)
  await db('booking_bookings').where({ id: known }).select('id').forUpdate()
  return table.get(known)
}
