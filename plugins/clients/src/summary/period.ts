import { invalid_values } from '@atrium/sdk'
import { addDays, type Calendar, daysBetween } from '../calendar.ts'

/** Some days of one time zone, both included, and the instants at which they begin and are over. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly begin: Date
  readonly end: Date
}

/** The days of a summary where nobody says. */
const USUAL = 30

/** Between these every day has a year of four digits, and so have the days before and after it. */
const FIRST = '1900-01-01'
const LAST = '2999-12-31'

/** A leap year. */
const LONGEST = 366

/**
 * The period that is asked for: by default the last 30 days, today included.
 * @throws ApiError 422 `validation_failed` where it ends before it begins, is longer than 366 days, or far from our time
 */
export function periodOf({ from, to }: { from?: string; to?: string }, calendar: Calendar): Period {
  const last = to ?? (from === undefined ? calendar.dateAt(new Date()) : addDays(from, USUAL - 1))
  const first = from ?? addDays(last, 1 - USUAL)
  for (const [name, date] of [
    ['from', first],
    ['to', last],
  ] as const)
    if (date < FIRST || date > LAST)
      throw invalid_values([
        { pointer: `/${name}`, message: `Choose a day from ${FIRST} to ${LAST}`, keyword: 'minimum' },
      ])
  const days = daysBetween(first, last) + 1
  if (days < 1) throw invalid_values([{ pointer: '/to', message: 'This lies before [from]', keyword: 'minimum' }])
  if (days > LONGEST) {
    throw invalid_values([{ pointer: '/to', message: `Choose at most ${LONGEST} days`, keyword: 'maximum' }])
  }
  return period(first, last, calendar)
}

/** The days before, as many. */
export function periodBefore({ from, to }: Period, calendar: Calendar): Period {
  return period(addDays(from, daysBetween(to, from) - 1), addDays(from, -1), calendar)
}

/** The period day by day, or week by week from Monday to Sunday: a first or last week that is not whole is cut. */
export function partsOf({ from, to }: Period, calendar: Calendar, interval: 'day' | 'week'): Period[] {
  const parts: Period[] = []
  for (let first = from; first <= to;) {
    const last = interval === 'day' ? first : sundayOf(first)
    parts.push(period(first, last < to ? last : to, calendar))
    first = addDays(last, 1)
  }
  return parts
}

const period = (from: string, to: string, calendar: Calendar): Period => ({
  from,
  to,
  begin: calendar.startOf(from),
  end: calendar.startOf(addDays(to, 1)),
})

function sundayOf(date: string): string {
  const weekday = new Date(date).getUTCDay()
  return addDays(date, weekday === 0 ? 0 : 7 - weekday)
}
