import type { WeeklyHours } from '../hours/hours-records.ts'
import { contains, type DateRange, joinedSpans, overlaps, type Span } from '../time/span.ts'
import type { ZoneClock } from '../time/zone-clock.ts'

export type OpenHours = Pick<WeeklyHours, 'rrule' | 'opens' | 'closes' | 'starts_on'> & {
  readonly ends_on?: string | null
}

/** What is known of a specialist's time. */
export interface Schedule {
  readonly hours: readonly OpenHours[]
  readonly absences: readonly Span[]
  readonly extras: readonly Span[]
  /** Days without weekly hours; extra times stay. */
  readonly holidays: ReadonlySet<string>
}

/** When a specialist is there. Slots count from the beginning of a stretch, whatever part of it an absence takes away. */
export interface OpenTimes {
  readonly stretches: readonly Span[]
  readonly absences: readonly Span[]
}

export interface OpenTimesOptions {
  readonly clock: ZoneClock
  /** In the specialist's zone. */
  readonly days: DateRange
  /** The days of a rule; shared, because many specialists have the same. */
  readonly datesOf: (hours: OpenHours, days: DateRange) => readonly string[]
}

/** Works out the weekly hours in the specialist's zone, adds the extra times, and leaves the absences aside. */
export function openTimes(schedule: Schedule, { clock, days, datesOf }: OpenTimesOptions): OpenTimes {
  const weekly = schedule.hours.flatMap((hours) =>
    datesOf(hours, days)
      .filter((day) => !schedule.holidays.has(day))
      .map((day) => ({ from: clock.instantOf(day, hours.opens), until: clock.instantOf(day, hours.closes) })),
  )
  const stretches = joinedSpans([...weekly, ...schedule.extras]).filter(({ from, until }) => from < until)
  return { stretches, absences: schedule.absences }
}

/** Whether a specialist is there all the time. */
export const isOpen = ({ stretches, absences }: OpenTimes, span: Span) =>
  stretches.some((stretch) => contains(stretch, span)) && !absences.some((absence) => overlaps(absence, span))
