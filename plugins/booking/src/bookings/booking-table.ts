import { type Knex, table_store, type WritableStore } from '@atrium/sdk'
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
