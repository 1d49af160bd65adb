import { ApiError } from '@atrium/sdk'
import { addDays, type Calendar, daysBetween } from '../calendar.ts'

/** A range of days in one time zone, and the instants at which it begins and ends. */
export interface Period {
  readonly from: string
  /** The last day, included. */
  readonly to: string
  readonly begin: Date
  /** The first instant after the period. */
  readonly end: Date
}

/** The number of days in a period without `from` or `to`. */
const DEFAULT_DAYS = 30

/** Within these limits, the days before and after a period still have years of four digits. */
const FIRST = '1900-01-01'
const LAST = '2999-12-31'

/** A leap year. */
const MOST_DAYS = 366

/**
 * The period of a request. If only one end is given, it has 30 days; by default it is the last 30 days, today included.
 * @throws ApiError 400 `query_malformed` if it ends before it begins, is longer than 366 days, or lies outside 1900–2999
 */
export function periodOf({ from, to }: { from?: string; to?: string }, calendar: Calendar): Period {
  const last = to ?? (from === undefined ? calendar.dateAt(new Date()) : addDays(from, DEFAULT_DAYS - 1))
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  for (const [name, date] of [
    ['from', first],
    ['to', last],
  ] as const)
    if (date < FIRST || date > LAST)
      throw malformed(`[${name}] (${date}) is too far away. Send a day from ${FIRST} to ${LAST}.`)
  const days = daysBetween(first, last) + 1
  if (days < 1) throw malformed(`[to] (${last}) is before [from] (${first}). Send a later one.`)
  if (days > MOST_DAYS)
    throw malformed(`[from] (${first}) to [to] (${last}) is more than ${MOST_DAYS} days. Ask for fewer days at once.`)
  return period(first, last, calendar)
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })

/** The period of the same length that ends the day before this one begins. */
export function periodBefore({ from, to }: Period, calendar: Calendar): Period {
  return period(addDays(from, daysBetween(to, from) - 1), addDays(from, -1), calendar)
}

/** Splits a period into days, or into weeks from Monday to Sunday. The first and the last week can be shorter. */
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
