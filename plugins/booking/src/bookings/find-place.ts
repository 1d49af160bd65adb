import { ApiError, invalid_values, type Knex } from '@atrium/sdk'
import { RELEASED } from '../booking-status.ts'
import { lockSpecialists, requireSpecialist, type ServiceRow, type SpecialistRow } from '../catalog/bookable.ts'
import { isOpen } from '../slots/open-times.ts'
import { readOpenTimes } from '../slots/read-calendars.ts'
import { slotKey, slotRules, withBuffers } from '../slots/slot-rules.ts'
import type { Span } from '../time/span.ts'
import type { Booking } from './booking.ts'

/** A requested place. */
export interface Wish {
  /** The booking that is being moved; its own time counts as free. */
  readonly id?: number | undefined
  readonly service: ServiceRow
  readonly specialist_id: number
  readonly span: Span
}

/** A place in a specialist's calendar. */
export type Place = Pick<Booking, 'location_id' | 'zone' | 'busy_from' | 'busy_until' | 'slot' | 'seat'>

/**
 * Finds a place for a booking and reserves it until the transaction ends. The specialist is locked before the final check, so nobody
 * else can book in between. On PostgreSQL, constraints enforce the same rule.
 * @throws ApiError 409 `slot_taken`; 422 if the specialist is not available then or does not offer the service
 */
export async function findPlace(db: Knex, wish: Wish): Promise<Place> {
  const { service, span } = wish
  const taken = withBuffers(span, slotRules(service))
  const slot = slotKey(service.id, span)
  const findSeat = () => requireSeat(db, wish, { taken, slot, capacity: service.capacity })
  // Refuse early, without waiting for the lock, if the slot is already taken.
  await findSeat()
  await lockSpecialists(db, [wish.specialist_id])
  const specialist = await requireSpecialist(db, { specialist_id: wish.specialist_id, service_id: service.id })
  await requireOpen(db, specialist, span)
  const seat = await findSeat()
  const { location_id, zone } = specialist
  const busy_from = new Date(taken.from).toISOString()
  const busy_until = new Date(taken.until).toISOString()
  return { location_id, zone, busy_from, busy_until, slot, seat }
}

async function requireOpen(db: Knex, specialist: SpecialistRow, span: Span): Promise<void> {
  const openOf = await readOpenTimes(db, [specialist], span)
  if (isOpen(openOf(specialist), span)) return
  const message = 'The specialist is not available at that time'
  throw invalid_values([{ pointer: '/starts_at', message, keyword: 'hours' }])
}

interface SeatRow {
  readonly slot: string
  readonly seat: number
}

async function requireSeat(
  db: Knex,
  { id, specialist_id }: Wish,
  { taken, slot, capacity }: { taken: Span; slot: string; capacity: number },
): Promise<number> {
  const query = db('booking_bookings')
    .where({ specialist_id })
    .whereNotIn('status', RELEASED)
    .where('busy_from', '<', new Date(taken.until).toISOString())
    .where('busy_until', '>', new Date(taken.from).toISOString())
  if (id !== undefined) query.whereNot({ id })
  const meeting: SeatRow[] = await query.select('slot', 'seat')
  const seats = new Set(meeting.map(({ seat }) => seat))
  const free = Array.from({ length: capacity }, (_, index) => index + 1).find((seat) => !seats.has(seat))
  if (free !== undefined && meeting.every((each) => each.slot === slot)) return free
  throw slotTaken()
}

/** The answer to every request for a slot after the first. */
export const slotTaken = (cause?: unknown) =>
  new ApiError('slot_taken', {
    status: 409,
    detail: 'This time has already been booked. Choose another one.',
    ...(cause !== undefined && { cause }),
  })

/** SQLSTATE exclusion_violation: the constraint caught a conflict that the code missed. */
const EXCLUSION_VIOLATION = '23P01'

/** For `catch`: turns PostgreSQL's exclusion violation into `slot_taken`. */
export function asSlotTaken(error: unknown): never {
  throw (error as { code?: unknown }).code === EXCLUSION_VIOLATION ? slotTaken(error) : error
}
