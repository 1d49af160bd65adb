import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { DateRange } from '../time/span.ts'
import type { WeeklyHours } from './hours-records.ts'

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

/** Without a last day for good; a row says so with `null`. */
export type DatedRule = Pick<WeeklyHours, 'rrule' | 'starts_on'> & { readonly ends_on?: string | null }

/** The days of a rule within a range. Days have no zone, so they are worked out in UTC, where each has its midnight. */
export function ruleDates({ rrule, starts_on, ends_on }: DatedRule, { from, to }: DateRange): readonly string[] {
  const first = from > starts_on ? from : starts_on
  const last = (ends_on ?? to) < to ? (ends_on ?? to) : to
  if (first > last) return []
  const dtstart = Temporal.PlainDate.from(starts_on).toZonedDateTime('UTC')
  const rule = new RRuleTemporal({ rruleString: rrule, dtstart })
  return rule.between(new Date(first), new Date(last), true).map((day) => day.toPlainDate().toString())
}

/** The days of rules, each rule worked out once: a dozen specialists work from Monday to Friday. */
export function datesOfRules(): (rule: DatedRule, days: DateRange) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (rule, days) => {
    const key = [rule.rrule, rule.starts_on, rule.ends_on, days.from, days.to].join('|')
    const dates = known.get(key) ?? ruleDates(rule, days)
    known.set(key, dates)
    return dates
  }
}
