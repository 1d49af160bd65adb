import type { Knex } from '@atrium/sdk'
import { RELEASED } from '../bookings/booking.ts'
import type { BusyTime } from './busy-time.ts'
import type { Span } from './span.ts'

interface BookingRow {
  readonly specialist_id: number
  readonly busy_from: string
  readonly busy_until: string
  readonly slot: string
}

export interface BusyTimesOptions extends Span {
  /** A booking that is about to be moved does not keep itself out. */
  readonly except?: number | undefined
}

/** No booking takes longer, buffers included: it lets the index on the beginning find all that reach into a span. */
const LONGEST = 3 * 24 * 60 * 60_000

/** When specialists are taken: one query, in order, however many they are. */
export async function readBusyTimes(
  db: Knex,
  specialistIds: readonly number[],
  { from, until, except }: BusyTimesOptions,
): Promise<(specialistId: number) => readonly BusyTime[]> {
  const query = db('booking_bookings')
    .whereIn('specialist_id', specialistIds)
    .whereNotIn('status', RELEASED)
    .where('busy_from', '>', new Date(from - LONGEST).toISOString())
    .where('busy_from', '<', new Date(until).toISOString())
    .where('busy_until', '>', new Date(from).toISOString())
    .orderBy('busy_from')
    .select('specialist_id', 'busy_from', 'busy_until', 'slot')
  if (except !== undefined) query.whereNot('id', except)
  const bySpecialist = new Map<number, BusyTime[]>(specialistIds.map((id) => [id, []]))
  for (const { specialist_id, busy_from, busy_until, slot } of (await query) as BookingRow[])
    bySpecialist.get(specialist_id)?.push({ from: Date.parse(busy_from), until: Date.parse(busy_until), slot })
  return (specialistId) => bySpecialist.get(specialistId) ?? []
}
