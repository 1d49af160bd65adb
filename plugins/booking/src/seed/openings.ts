import type { Knex, Random } from '@atrium/sdk'
import type { ServiceRow } from '../catalog/bookable.ts'
import { datesOfRules } from '../hours/weekly-rule.ts'
import { type OpenTimes, openTimes } from '../slots/open-times.ts'
import { readSchedules } from '../slots/read-calendars.ts'
import { slotKey, slotRules, withBuffers } from '../slots/slot-rules.ts'
import { DAY, MINUTE, overlaps, type Span, utcDate, WEEK } from '../time/span.ts'
import { clocksWithin, type ZoneClock } from '../time/zone-clock.ts'
import type { Seeded } from './seed-catalog.ts'
import type { Weeks } from './seed-hours.ts'

/** All openings start on a quarter of an hour. */
const QUARTER = 15 * MINUTE

/** A place in a calendar that could be booked. */
export interface Opening {
  readonly specialist: Seeded
  readonly service: ServiceRow
  readonly span: Span
  readonly taken: Span
  readonly slot: string
}

/** The openings of a week, and the local clock of each specialist. */
export interface Calendars {
  /** @param monday UTC midnight */
  openingsIn(monday: number): Opening[]
  clockOf(specialist: Seeded): ZoneClock
}

/** Reads the seeded schedules once and derives the openings by the plugin's own rules. */
export async function readCalendars(
  db: Knex,
  specialists: readonly Seeded[],
  { random, weeks: { opened, last } }: { random: Random; weeks: Weeks },
): Promise<Calendars> {
  const whole = { from: opened - WEEK, until: last + 2 * WEEK }
  const scheduleOf = await readSchedules(db, specialists, whole)
  const datesOf = datesOfRules()
  const clocks = clocksWithin(whole)
  const clockOf = ({ zone }: Seeded) => clocks(zone)
  return {
    clockOf,
    openingsIn: (monday) =>
      specialists.flatMap((specialist) => {
        const days = { from: utcDate(monday), to: utcDate(monday + 6 * DAY) }
        const open = openTimes(scheduleOf(specialist), { clock: clockOf(specialist), days, datesOf })
        return layOut(random, specialist, within(open, { from: monday - DAY / 2, until: monday + WEEK - DAY / 2 }))
      }),
  }
}

/** Keeps the stretches that start within the week, because extra times can be in any week. */
const within = ({ stretches, absences }: OpenTimes, { from, until }: Span): OpenTimes => ({
  stretches: stretches.filter((stretch) => stretch.from >= from && stretch.from < until),
  absences,
})

/**
 * Fills open times with random services, one after the other with their buffers, so that none overlap. Group services get several
 * openings.
 */
function layOut(random: Random, specialist: Seeded, { stretches, absences }: OpenTimes): Opening[] {
  const openings: Opening[] = []
  for (const stretch of stretches) {
    let free = stretch.from
    for (;;) {
      const service = random.pick(specialist.offered)
      const rules = slotRules(service)
      const from = stretch.from + Math.ceil((free + rules.before - stretch.from) / QUARTER) * QUARTER
      const span = { from, until: from + rules.duration }
      if (span.until > stretch.until) break
      const taken = withBuffers(span, rules)
      free = taken.until
      if (absences.some((absence) => overlaps(absence, span))) continue
      const opening = { specialist, service, span, taken, slot: slotKey(service.id, span) }
      const guests = service.capacity === 1 ? 1 : random.integer(2, service.capacity)
      for (let guest = 0; guest < guests; guest++) openings.push(opening)
    }
  }
  return openings
}
