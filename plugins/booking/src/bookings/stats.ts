import { type Knex, type ListFilter, type Static, Type } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import type { Settings } from '../settings.ts'
import { DAY } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { countBookings } from './booking-table.ts'

/** Key figures of the practice. */
export const BookingStats = Type.Object(
  {
    today: Type.Integer({ description: 'Bookings that start today, in the time zone of the practice' }),
    next_7_days: Type.Integer(),
    pending: Type.Integer({ description: 'Waiting to be confirmed' }),
    completed_30_days: Type.Integer(),
    no_show_30_days: Type.Integer(),
    cancelled_30_days: Type.Integer(),
  },
  { title: 'BookingStats' },
)
export type BookingStats = Static<typeof BookingStats>

const HELD: readonly BookingStatus[] = ['pending', 'confirmed', 'completed', 'no_show']

/** Counts the bookings that the caller may see. */
export async function readStats(db: Knex, { zone }: Settings): Promise<BookingStats> {
  const now = Date.now()
  const clock = zoneClock(zone, { from: now, until: now + DAY })
  const today = clock.instantOf(clock.dayOf(now), '00:00')
  const tomorrow = clock.instantOf(clock.dayOf(now), '24:00')
  const count = (statuses: readonly BookingStatus[], from?: number, until?: number) =>
    countBookings(db, filtersOf(statuses, from, until))
  return {
    today: await count(HELD, today, tomorrow),
    next_7_days: await count(HELD, now, now + 7 * DAY),
    pending: await count(['pending']),
    completed_30_days: await count(['completed'], now - 30 * DAY, now),
    no_show_30_days: await count(['no_show'], now - 30 * DAY, now),
    cancelled_30_days: await count(['cancelled'], now - 30 * DAY, now),
  }
}

function filtersOf(statuses: readonly BookingStatus[], from?: number, until?: number): ListFilter[] {
  const at = (comparison: 'gte' | 'lte', time?: number): ListFilter[] =>
    time === undefined ? [] : [{ field: 'starts_at', comparison, values: [new Date(time).toISOString()] }]
  const status: ListFilter = { field: 'status', comparison: 'eq', values: statuses }
  return [status, ...at('gte', from), ...at('lte', until === undefined ? undefined : until - 1)]
}
