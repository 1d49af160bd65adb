import { type Knex, type Static, Type } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import type { Settings } from '../settings.ts'
import { DAY } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { seenBookings } from './booking-table.ts'

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

/** Counts the bookings that the caller may see, by the fields that the caller sees. */
export async function readStats(db: Knex, { zone }: Settings): Promise<BookingStats> {
  const now = Date.now()
  const clock = zoneClock(zone, { from: now, until: now + DAY })
  const today = clock.instantOf(clock.dayOf(now), '00:00')
  const tomorrow = clock.instantOf(clock.dayOf(now), '24:00')
  const count = async (statuses: readonly BookingStatus[], from?: number, until?: number) => {
    const rows = seenBookings(db).whereIn('status', [...statuses])
    if (from !== undefined) rows.where('starts_at', '>=', new Date(from).toISOString())
    if (until !== undefined) rows.where('starts_at', '<', new Date(until).toISOString())
    const [counted] = await rows.count<{ total: number | string }[]>({ total: '*' })
    return Number(counted?.total)
  }
  return {
    today: await count(HELD, today, tomorrow),
    next_7_days: await count(HELD, now, now + 7 * DAY),
    pending: await count(['pending']),
    completed_30_days: await count(['completed'], now - 30 * DAY, now),
    no_show_30_days: await count(['no_show'], now - 30 * DAY, now),
    cancelled_30_days: await count(['cancelled'], now - 30 * DAY, now),
  }
}
