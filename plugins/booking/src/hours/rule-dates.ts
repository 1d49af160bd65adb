import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { WeeklyHours } from './weekly-hours.ts'

/** Days of the calendar, `2027-03-28`, both included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** Without a last day for good; a row says so with `null`. */
type Rule = Pick<WeeklyHours, 'rrule' | 'starts_on'> & { readonly ends_on?: string | null }

/** The days of a rule within a range. Days have no zone, so they are worked out in UTC, where each has its midnight. */
export function ruleDates({ rrule, starts_on, ends_on }: Rule, { from, to }: DateRange): readonly string[] {
  const first = from > starts_on ? from : starts_on
  const last = (ends_on ?? to) < to ? (ends_on ?? to) : to
  if (first > last) return []
  const dtstart = Temporal.PlainDate.from(starts_on).toZonedDateTime('UTC')
  const rule = new RRuleTemporal({ rruleString: rrule, dtstart })
  return rule.between(new Date(first), new Date(last), true).map((day) => day.toPlainDate().toString())
}
