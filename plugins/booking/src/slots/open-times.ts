import type { WeeklyHours } from '../hours/hours-records.ts'
import { contains, type DateRange, joinedSpans, overlaps, type Span } from '../time/span.ts'
import type { ZoneClock } from '../time/zone-clock.ts'

export type OpenHours = Pick<WeeklyHours, 'rrule' | 'opens' | 'closes' | 'starts_on'> & {
  readonly ends_on?: string | null
}

/** The working hours of a specialist, with exceptions and holidays. */
export interface Schedule {
  readonly hours: readonly OpenHours[]
  readonly absences: readonly Span[]
  readonly extras: readonly Span[]
  /** Days on which weekly hours do not apply; extra times still do. */
  readonly holidays: ReadonlySet<string>
}

/**
 * When a specialist is available. Absences are separate, because slots count from the start of a stretch even if an absence covers that
 * start.
 */
export interface OpenTimes {
  readonly stretches: readonly Span[]
  readonly absences: readonly Span[]
}

export interface OpenTimesOptions {
  readonly clock: ZoneClock
  /** In the specialist's zone. */
  readonly days: DateRange
  /** The dates of a rule, cached because specialists often share a rule. */
  readonly datesOf: (hours: OpenHours, days: DateRange) => readonly string[]
}

/** Expands the weekly hours in the specialist's zone and adds extra times. Absences are returned separately. */
export function openTimes(schedule: Schedule, { clock, days, datesOf }: OpenTimesOptions): OpenTimes {
  const weekly = schedule.hours.flatMap((hours) =>
    datesOf(hours, days)
      .filter((day) => !schedule.holidays.has(day))
      .map((day) => ({ from: clock.instantOf(day, hours.opens), until: clock.instantOf(day, hours.closes) })),
  )
  const stretches = joinedSpans([...weekly, ...schedule.extras]).filter(({ from, until }) => from < until)
  return { stretches, absences: schedule.absences }
}

/** Whether the specialist is available during the whole span. */
export const isOpen = ({ stretches, absences }: OpenTimes, span: Span) =>
  stretches.some((stretch) => contains(stretch, span)) && !absences.some((absence) => overlaps(absence, span))
