import type { Knex } from '@atrium/sdk'
import type { OpenHours, Schedule } from './open-times.ts'
import type { Span } from './span.ts'

interface SpecialistRow {
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

/** What is known of the time of some specialists: one query a table, however many they are. */
export async function readSchedules(
  db: Knex,
  specialists: readonly SpecialistRow[],
  { from, until }: Span,
): Promise<(specialist: SpecialistRow) => Schedule> {
  const ids = specialists.map(({ id }) => id)
  const [first, last] = [new Date(from).toISOString(), new Date(until).toISOString()]
  // One after the other: within a transaction there is one connection.
  const hours = (await db('booking_hours').whereIn('specialist_id', ids)) as HoursRow[]
  const exceptions = (await db('booking_exceptions')
    .whereIn('specialist_id', ids)
    .where('starts_at', '<', last)
    .where('ends_at', '>', first)) as ExceptionRow[]
  // A day more on both sides: days begin earlier and later elsewhere.
  const around = [dayOf(from, -1), dayOf(until, 1)] as const
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

const toSpan = ({ starts_at, ends_at }: ExceptionRow): Span => ({
  from: Date.parse(starts_at),
  until: Date.parse(ends_at),
})

const dayOf = (instant: number, plus: number) => new Date(instant + plus * 24 * 60 * 60_000).toISOString().slice(0, 10)
