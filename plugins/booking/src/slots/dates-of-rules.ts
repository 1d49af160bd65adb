import { type DateRange, ruleDates } from '../hours/rule-dates.ts'
import type { OpenHours } from './open-times.ts'

/** The days of rules, each rule worked out once: a dozen specialists work from Monday to Friday. */
export function datesOfRules(): (hours: OpenHours, days: DateRange) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (hours, days) => {
    const key = [hours.rrule, hours.starts_on, hours.ends_on, days.from, days.to].join('|')
    const dates = known.get(key) ?? ruleDates(hours, days)
    known.set(key, dates)
    return dates
  }
}
