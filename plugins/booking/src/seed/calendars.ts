import type { Knex, Random } from '@atrium/sdk'
import { datesOfRules } from '../slots/dates-of-rules.ts'
import { type OpenTimes, openTimes } from '../slots/open-times.ts'
import { readSchedules } from '../slots/read-schedules.ts'
import { DAY, type Span } from '../slots/span.ts'
import { type ZoneClock, zoneClock } from '../slots/zone-clock.ts'
import { layOut, type Opening } from './lay-out-week.ts'
import type { Seeded } from './seed-catalog.ts'
import type { Weeks } from './seed-hours.ts'

const WEEK = 7 * DAY

/** What could be booked in a week, and what a day is where a specialist works. */
export interface Calendars {
  /** @param monday UTC midnight */
  openingsIn(monday: number): Opening[]
  clockOf(specialist: Seeded): ZoneClock
}

/** Reads the schedules that were seeded, once, and works out the open times by the plugin's own rules. */
export async function readCalendars(
  db: Knex,
  specialists: readonly Seeded[],
  { random, weeks: { opened, last } }: { random: Random; weeks: Weeks },
): Promise<Calendars> {
  const whole = { from: opened - WEEK, until: last + 2 * WEEK }
  const scheduleOf = await readSchedules(db, specialists, whole)
  const datesOf = datesOfRules()
  const clocks = new Map(specialists.map(({ zone }) => [zone, zoneClock(zone, whole)]))
  const clockOf = ({ zone }: Seeded) => clocks.get(zone) as ZoneClock
  return {
    clockOf,
    openingsIn: (monday) =>
      specialists.flatMap((specialist) => {
        const days = { from: dayOf(monday), to: dayOf(monday + 6 * DAY) }
        const open = openTimes(scheduleOf(specialist), { clock: clockOf(specialist), days, datesOf })
        return layOut(random, specialist, within(open, { from: monday - DAY / 2, until: monday + WEEK - DAY / 2 }))
      }),
  }
}

/** Extra times are of any week; those of this one begin within it. */
const within = ({ stretches, absences }: OpenTimes, { from, until }: Span): OpenTimes => ({
  stretches: stretches.filter((stretch) => stretch.from >= from && stretch.from < until),
  absences,
})

const dayOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10)
