import { type PluginContext, type RecordStore, type Routes, Type } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { bookingTable } from './booking-table.ts'
import { Booking } from './booking.ts'
import { changeBooking } from './change-booking.ts'
import { BookingChanges, changeBookings } from './change-bookings.ts'
import { cancelBooking, Cancellation, changeStatus, withdrawBooking } from './change-status.ts'
import { type BookingRequest, createBooking } from './create-booking.ts'
import { reopenBooking, Reopening } from './reopen-booking.ts'
import { searchBookings } from './search-bookings.ts'
import { visibleTransitions } from './transition.ts'

const REOPEN = 'POST /bookings/{id}/reopen'

/** How changes of status are undone. */
const REOPENED = { if_match: true, undo: REOPEN } as const

/** Routes for bookings, their changes of status, and their history. */
export function bookingRoutes(routes: Routes, context: PluginContext<Settings>) {
  const { db } = context
  routes
    .records('/bookings/{id}', bookingStore(context), { undo: { create: 'POST /bookings/{id}/withdraw' } })
    .patch(
      '/bookings',
      {
        permission: 'booking.bookings.update',
        summary: 'Change several bookings, all or none',
        description: 'At most 100 changes, applied in order: a later one can use time that an earlier one has freed.',
        body: BookingChanges,
        response: Type.Array(Booking),
      },
      ({ body }) => changeBookings(body, context),
    )
    .post(
      '/bookings/{id}/confirm',
      { summary: 'Confirm a booking', response: Booking, ...REOPENED },
      ({ params: { id }, headers }) => changeStatus(id, { to: 'confirmed', if_match: headers['if-match'] }, context),
    )
    .patch(
      '/bookings/{id}/cancel',
      {
        permission: 'booking.bookings.cancel',
        summary: 'Cancel a booking',
        description: 'Frees the time. A client who cancels late is charged the cancellation fee.',
        body: Cancellation,
        response: Booking,
        ...REOPENED,
      },
      ({ params: { id }, body, headers }) => cancelBooking(id, { ...body, if_match: headers['if-match'] }, context),
    )
    .post(
      '/bookings/{id}/complete',
      { summary: 'Mark a booking as completed', response: Booking, ...REOPENED },
      ({ params: { id }, headers }) => changeStatus(id, { to: 'completed', if_match: headers['if-match'] }, context),
    )
    .post(
      '/bookings/{id}/no-show',
      { summary: 'Mark a booking as a no-show', response: Booking, ...REOPENED },
      ({ params: { id }, headers }) => changeStatus(id, { to: 'no_show', if_match: headers['if-match'] }, context),
    )
    .post(
      '/bookings/{id}/reopen',
      {
        permission: 'booking.bookings.update',
        summary: 'Take back the last change of a booking’s status',
        description: 'For undoing. A cancelled booking needs its time again: 409 `slot_taken` if it has been booked.',
        body: Reopening,
        response: Booking,
        if_match: true,
        tool: false,
      },
      ({ params: { id }, body, headers }) => reopenBooking(id, { ...body, if_match: headers['if-match'] }, context),
    )
    .post(
      '/bookings/{id}/withdraw',
      {
        permission: 'booking.bookings.cancel',
        summary: 'Take back a booking that nobody has confirmed',
        description: 'For undoing. Frees the time. The client is not told.',
        response: Booking,
        if_match: true,
        tool: false,
        undo: REOPEN,
      },
      ({ params: { id }, headers }) => withdrawBooking(id, { if_match: headers['if-match'] }, context),
    )
    .bulk('/bookings/confirm', 'POST /bookings/{id}/confirm', { summary: 'Confirm several bookings' })
    .bulk('/bookings/complete', 'POST /bookings/{id}/complete', {
      summary: 'Mark several bookings as completed',
      tool: false,
    })
    .bulk('/bookings/cancel', 'PATCH /bookings/{id}/cancel', { summary: 'Cancel several bookings', tool: false })
    .records('/transitions/{id}', visibleTransitions(db), { writes: [] })
}

/** The store behind the routes. Bookings are cancelled, never deleted. */
function bookingStore(context: PluginContext<Settings>): RecordStore<Booking> {
  const table = bookingTable(context.db, { search_also: searchBookings(context) })
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
