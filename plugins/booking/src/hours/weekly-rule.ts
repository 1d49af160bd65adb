import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

const DAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** What may stand in the rule of weekly hours. An end is a day of its own, times are too. */
const PARTS = /^(FREQ|INTERVAL|BYDAY)=/

/** A recurrence rule that is weekly, read. */
export interface WeeklyRule {
  /** `MO` … `SU`, as the rule has them. */
  readonly days: readonly string[]
  /** Every so many weeks. */
  readonly interval: number
}

/** Reads `FREQ=WEEKLY;BYDAY=…` (RFC 5545 section 3.3.10) with an optional INTERVAL; undefined where it is something else. */
export function weeklyRule(text: string): WeeklyRule | undefined {
  if (!text.split(';').every((part) => PARTS.test(part))) return undefined
  const rule = parsed(text)
  if (rule?.freq !== 'WEEKLY' || rule.byDay === undefined || rule.byDay.length === 0) return undefined
  const interval = rule.interval ?? 1
  const isPlain = rule.byDay.every((day) => DAYS.includes(day)) && Number.isInteger(interval) && interval >= 1
  return isPlain && interval <= 52 ? { days: rule.byDay, interval } : undefined
}

function parsed(rruleString: string) {
  try {
    const dtstart = new Temporal.ZonedDateTime(0n, 'UTC')
    return new RRuleTemporal({ rruleString, dtstart }).options()
  } catch {
    // Whatever the library found wrong, it is no rule that we know.
    return undefined
  }
}
