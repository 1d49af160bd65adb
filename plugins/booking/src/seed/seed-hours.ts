import { type Knex, type Random, seed_rows } from '@atrium/sdk'
import { DAY, utcDate, WEEK } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { HOLIDAYS, WEEKS } from './catalog.ts'
import type { Seeded } from './seed-catalog.ts'

/** The first Monday with bookings, this week's and the last, as UTC midnights. */
export interface Weeks {
  readonly opened: number
  readonly monday: number
  readonly last: number
}

/** Stores weekly hours, exceptions and holidays. */
export async function seedHours(
  db: Knex,
  specialists: readonly Seeded[],
  { random, weeks, stamp }: { random: Random; weeks: Weeks; stamp: object },
): Promise<void> {
  const starts_on = utcDate(weeks.opened)
  const hours = specialists.flatMap(({ id, week }) =>
    (WEEKS[week] ?? []).map(([rrule, opens, closes]) => ({ specialist_id: id, rrule, opens, closes, starts_on })),
  )
  const stamped = (rows: readonly object[]) => rows.map((row) => ({ ...row, ...stamp }))
  await seed_rows(db, 'booking_hours', stamped(hours))
  const away = specialists.flatMap((specialist) => exceptionsOf(specialist, { random, weeks }))
  await seed_rows(db, 'booking_exceptions', stamped(away))
  await seed_rows(db, 'booking_holidays', stamped(holidaysIn(weeks, specialists)))
}

/** Two weeks of holiday in the last half year, one week soon, a recent sick day, and sometimes an extra Saturday. */
function exceptionsOf({ id, zone }: Seeded, { random, weeks: { monday } }: { random: Random; weeks: Weeks }): object[] {
  const clock = zoneClock(zone, { from: monday - 30 * WEEK, until: monday + 10 * WEEK })
  const stretch = (kind: string, reason: string, [first, opens, last, closes]: [number, string, number, string]) => ({
    specialist_id: id,
    kind,
    reason,
    starts_at: new Date(clock.instantOf(utcDate(first), opens)).toISOString(),
    ends_at: new Date(clock.instantOf(utcDate(last), closes)).toISOString(),
  })
  const days = (reason: string, first: number, count: number) =>
    stretch('absent', reason, [first, '00:00', first + (count - 1) * DAY, '24:00'])
  const saturday = monday + random.integer(-3, 2) * WEEK + 5 * DAY
  return [
    days('Holiday', monday - random.integer(6, 24) * WEEK, 14),
    days('Ill', monday - random.integer(1, 5) * WEEK + random.integer(0, 4) * DAY, 1),
    days('Holiday', monday + random.integer(3, 7) * WEEK, 7),
    ...(random.chance(0.4) ? [stretch('extra', 'Saturday surgery', [saturday, '14:00', saturday, '17:00'])] : []),
  ]
}

function holidaysIn({ opened, last }: Weeks, specialists: readonly Seeded[]): object[] {
  const years = range(new Date(opened).getUTCFullYear(), new Date(last).getUTCFullYear())
  const idOf = (location: number) => specialists.find((each) => each.location === location)?.location_id
  return years.flatMap((year) =>
    HOLIDAYS.flatMap(([day, name, locations]) =>
      (locations ?? [undefined]).map((location) => ({
        name,
        day: `${year}-${day}`,
        location_id: location === undefined ? undefined : idOf(location),
      })),
    ),
  )
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
