import { type Knex, present_caller, type Static, table_store, Type } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { ofVisibleBookings } from './booking-table.ts'
import { Booking } from './booking.ts'

/** A change of a booking's status. */
export const Transition = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    booking_id: Type.Integer({ readOnly: true }),
    from_status: Type.Optional({ ...Booking.properties.status, title: 'From' }),
    to_status: { ...Booking.properties.status, title: 'To' },
    reason: Type.Optional(Type.String({ readOnly: true })),
    caller_id: Type.Optional(Type.String({ readOnly: true })),
    caller_name: Type.Optional(Type.String({ readOnly: true, title: 'By' })),
    created_at: Type.String({ format: 'date-time', readOnly: true, title: 'When' }),
  },
  { title: 'Transition' },
)
export type Transition = Static<typeof Transition>

const RULES = { sort: ['created_at'], filter: ['booking_id', 'created_at'] } as const

/** The history of all bookings. */
export const transitionTable = (db: Knex) => table_store(db, 'booking_transitions', Transition, RULES)

/** The history of the bookings that the caller may see. */
export const visibleTransitions = (db: Knex) =>
  table_store(db, 'booking_transitions', Transition, { ...RULES, scope: ofVisibleBookings(db) })

/** Records a change of status, in the transaction that makes it. */
export async function writeTransition(
  db: Knex,
  booking_id: number,
  { from, to, reason }: { from?: BookingStatus; to: BookingStatus; reason?: string | undefined },
): Promise<void> {
  const caller = present_caller()
  await transitionTable(db).create({
    booking_id,
    to_status: to,
    ...(from && { from_status: from }),
    ...(reason && { reason }),
    ...(caller && { caller_id: caller.id, caller_name: caller.name }),
  })
}
