import type { Knex } from '@atrium/sdk'
import { RELEASED } from '../booking-status.ts'
import { datesOfRules } from '../hours/weekly-rule.ts'
import { DAY, type Span, utcDate } from '../time/span.ts'
import { clocksWithin } from '../time/zone-clock.ts'
import { type OpenHours, type OpenTimes, openTimes, type Schedule } from './open-times.ts'
import type { BusyTime } from './slot-rules.ts'

interface ScheduledSpecialist {
  readonly id: number
  readonly location_id: number
}

interface HoursRow extends OpenHours {
  readonly specialist_id: number
}

interface ExceptionRow {
  readonly specialist_id: number
  readonly kind: 'absent' | 'extra'
  readonly starts_at: string
  readonly ends_at: string
}

interface HolidayRow {
  readonly day: string
  readonly location_id: number | null
}

/** Reads the schedules of specialists, with one query per table. */
export async function readSchedules(
  db: Knex,
  specialists: readonly ScheduledSpecialist[],
  { from, until }: Span,
): Promise<(specialist: ScheduledSpecialist) => Schedule> {
  const ids = specialists.map(({ id }) => id)
  const [first, last] = [new Date(from).toISOString(), new Date(until).toISOString()]
  // Not in parallel: a transaction has only one connection.
  const hours = (await db('booking_hours').whereIn('specialist_id', ids)) as HoursRow[]
  const exceptions = (await db('booking_exceptions')
    .whereIn('specialist_id', ids)
    .where('starts_at', '<', last)
    .where('ends_at', '>', first)) as ExceptionRow[]
  // One more day on both sides, because dates depend on the time zone.
  const around = [utcDate(from - DAY), utcDate(until + DAY)] as const
  const holidays = (await db('booking_holidays').whereBetween('day', around)) as HolidayRow[]
  return ({ id, location_id }) => {
    const own = exceptions.filter((each) => each.specialist_id === id)
    return {
      hours: hours.filter((each) => each.specialist_id === id),
      absences: own.filter(({ kind }) => kind === 'absent').map(toSpan),
      extras: own.filter(({ kind }) => kind === 'extra').map(toSpan),
      holidays: new Set(
        holidays.filter((each) => (each.location_id ?? location_id) === location_id).map(({ day }) => day),
      ),
    }
  }
}

/** A specialist whose weekly hours are those of a zone. */
type PlacedSpecialist = ScheduledSpecialist & { readonly zone: string }

/** Reads when specialists are available around a span, with one query per table. Each rule is expanded once, whoever shares it. */
export async function readOpenTimes(
  db: Knex,
  specialists: readonly PlacedSpecialist[],
  span: Span,
): Promise<(specialist: PlacedSpecialist) => OpenTimes> {
  // Buffers, and days in other zones, extend beyond the span.
  const wide = around(span)
  const scheduleOf = await readSchedules(db, specialists, wide)
  const clocks = clocksWithin(wide)
  const datesOf = datesOfRules()
  return (specialist) => {
    const clock = clocks(specialist.zone)
    const days = { from: clock.dayOf(span.from - DAY), to: clock.dayOf(span.until) }
    return openTimes(scheduleOf(specialist), { clock, days, datesOf })
  }
}

/** A span with two more days on both sides. */
export const around = ({ from, until }: Span): Span => ({ from: from - 2 * DAY, until: until + 2 * DAY })

const toSpan = ({ starts_at, ends_at }: ExceptionRow): Span => ({
  from: Date.parse(starts_at),
  until: Date.parse(ends_at),
})

interface BusyRow {
  readonly specialist_id: number
  readonly busy_from: string
  readonly busy_until: string
  readonly slot: string
}

interface BusyTimesOptions extends Span {
  /** A booking to be moved; its own time counts as free. */
  readonly except?: number | undefined
}

/** The longest possible booking with its buffers, so that the index on `busy_from` can be used. */
const LONGEST = 3 * DAY

/** Reads when specialists are busy, with one query. The times are sorted by start. */
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
  for (const { specialist_id, busy_from, busy_until, slot } of (await query) as BusyRow[])
    bySpecialist.get(specialist_id)?.push({ from: Date.parse(busy_from), until: Date.parse(busy_until), slot })
  return (specialistId) => bySpecialist.get(specialistId) ?? []
}
