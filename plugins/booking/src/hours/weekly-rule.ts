import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { prefixMessage } from '../time/rule-text.ts'
import type { DateRange } from '../time/span.ts'
import type { WeeklyHours } from './hours-records.ts'

/** The days of the week in rules, from Monday on. */
export const DAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The parts allowed in a rule of weekly hours. Times and the last day have separate fields. */
const PARTS = /^(FREQ|INTERVAL|BYDAY)=/

/** A parsed weekly recurrence rule. */
export interface WeeklyRule {
  /** `MO` … `SU`, in the order of the rule. */
  readonly days: readonly string[]
  /** Every this many weeks. */
  readonly interval: number
}

/** Parses `FREQ=WEEKLY;BYDAY=…` (RFC 5545 section 3.3.10) with an optional INTERVAL. Returns undefined for any other rule. */
export function weeklyRule(text: string): WeeklyRule | undefined {
  if (unsupportedPart(text) !== undefined) return undefined
  const rule = parsed(text)
  if (rule?.freq !== 'WEEKLY' || rule.byDay === undefined || rule.byDay.length === 0) return undefined
  const interval = rule.interval ?? 1
  const isPlain = rule.byDay.every((day) => DAYS.includes(day)) && Number.isInteger(interval) && interval >= 1
  return isPlain && interval <= 52 ? { days: rule.byDay, interval } : undefined
}

/** Says which part of a rule is not one of weekly hours, with an example. Undefined if all are. */
export function unsupportedPart(text: string): string | undefined {
  const part = text.split(';').find((each) => !PARTS.test(each))
  if (part === undefined) return undefined
  return prefixMessage(text) ?? `[${part}] is not supported. Example: FREQ=WEEKLY;BYDAY=MO,TU`
}

function parsed(rruleString: string) {
  try {
    const dtstart = new Temporal.ZonedDateTime(0n, 'UTC')
    return new RRuleTemporal({ rruleString, dtstart }).options()
  } catch {
    // The library throws various errors for malformed rules.
    return undefined
  }
}

/** A rule with its first and last day. Without a last day it never ends; rows then have `null`. */
export type DatedRule = Pick<WeeklyHours, 'rrule' | 'starts_on'> & { readonly ends_on?: string | null }

/** The dates of a rule within a range. Dates have no zone, so they are computed in UTC, where every day has a midnight. */
export function ruleDates({ rrule, starts_on, ends_on }: DatedRule, { from, to }: DateRange): readonly string[] {
  const first = from > starts_on ? from : starts_on
  const last = (ends_on ?? to) < to ? (ends_on ?? to) : to
  if (first > last) return []
  const dtstart = Temporal.PlainDate.from(starts_on).toZonedDateTime('UTC')
  const rule = new RRuleTemporal({ rruleString: rrule, dtstart })
  return rule.between(new Date(first), new Date(last), true).map((day) => day.toPlainDate().toString())
}

/** Computes the dates of each rule only once, because specialists often share a rule. */
export function datesOfRules(): (rule: DatedRule, days: DateRange) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (rule, days) => {
    const key = [rule.rrule, rule.starts_on, rule.ends_on, days.from, days.to].join('|')
    const dates = known.get(key) ?? ruleDates(rule, days)
    known.set(key, dates)
    return dates
  }
}
