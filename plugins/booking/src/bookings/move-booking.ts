import { ApiError, type ChangeOptions, type PluginContext, type RecordId } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { bookingTable, lockBooking } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { tell, writeTransition } from './transition.ts'

/** The job that comes when a booking has waited long enough. */
export const EXPIRE = 'expire'

/** Gives the time of a booking free that nobody confirmed. One that was confirmed or cancelled meanwhile is left alone. */
export async function expireBooking(id: number, context: Pick<PluginContext, 'db' | 'events'>): Promise<void> {
  const { db } = context
  await db.transaction(async () => {
    const pending: unknown = await db('booking_bookings').where({ id, status: 'pending' }).forUpdate().first('id')
    if (pending !== undefined) await moveBooking(id, { to: 'expired' }, context)
  })
}

/** Which states follow on which. `expired` is for time alone. */
const NEXT: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['completed', 'no_show', 'cancelled'],
  completed: [],
  no_show: [],
  cancelled: [],
  expired: [],
}

export interface MoveOptions extends ChangeOptions {
  readonly to: Exclude<BookingStatus, 'pending'>
  readonly reason?: string | undefined
  /** What else changes with the state. */
  readonly changes?: (booking: Booking) => Partial<Booking>
}

/**
 * Brings a booking into another state and writes it down.
 * @throws ApiError 409 `transition_impossible` with the states that are possible; 404, 412
 */
export async function moveBooking(
  id: RecordId,
  { to, reason, changes, if_match }: MoveOptions,
  context: Pick<PluginContext, 'db' | 'events'>,
): Promise<Booking> {
  const { db } = context
  const current = await lockBooking(db, id)
  if (!NEXT[current.status].includes(to)) throw impossible(current, to)
  const moved = await bookingTable(db).update(
    current.id,
    { ...changes?.(current), status: to, expires_at: null },
    { if_match },
  )
  await writeTransition(db, moved.id, { from: current.status, to, reason })
  await tell(context, to, moved)
  return moved
}

function impossible({ id, status }: Booking, to: BookingStatus): ApiError {
  const allowed = NEXT[status].filter((next) => next !== 'expired')
  const possible = allowed.length === 0 ? 'It does not change any more.' : `Possible is ${allowed.join(', ')}.`
  const detail = `The booking [${id}] is ${status} and cannot become ${to}. ${possible}`
  return new ApiError('transition_impossible', { status: 409, detail, allowed: [...allowed] })
}
