import type { PluginContext, RecordStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { bookingTable } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { changeBooking } from './change-booking.ts'
import { type BookingRequest, createBooking } from './create-booking.ts'

/** Bookings as routes show them. They are cancelled and not deleted. */
export function bookingStore(context: PluginContext<Settings>): RecordStore<Booking> {
  const table = bookingTable(context.db)
  return {
    schema: table.schema,
    rules: table.rules,
    table: table.table,
    list: (query) => table.list(query),
    ids: (query) => table.ids(query),
    get: (id) => table.get(id),
    create: (values) => createBooking(values as BookingRequest, context),
    update: (id, patch, options) => changeBooking({ id, patch, ...options }, context),
  }
}
