import type { WeeklyHours } from './weekly-hours.ts'
import { weeklyRule } from './weekly-rule.ts'

type Hours = Omit<WeeklyHours, 'id' | 'specialist_id' | 'created_at'>

const WEEK = 7 * 24 * 60 * 60_000

/** Whether two weekly hours ever have a moment in common. */
export function hoursOverlap(one: Hours, other: Hours): boolean {
  const [rule, otherRule] = [weeklyRule(one.rrule), weeklyRule(other.rrule)]
  if (rule === undefined || otherRule === undefined) return false
  const meetAtTimes = one.opens < other.closes && other.opens < one.closes
  const meetOnDays = rule.days.some((day) => otherRule.days.includes(day))
  return meetAtTimes && meetOnDays && lastOf(one) >= other.starts_on && lastOf(other) >= one.starts_on && meetInWeeks()

  /** Every third and every second week meet sooner or later; the even and the odd ones never do. */
  function meetInWeeks() {
    const apart = weekOf(one.starts_on) - weekOf(other.starts_on)
    return apart % greatestCommonDivisor(rule?.interval ?? 1, otherRule?.interval ?? 1) === 0
  }
}

const lastOf = ({ ends_on }: Hours) => ends_on ?? '9999-12-31'

/** Weeks begin on Monday (RFC 5545, WKST); 1970-01-05 was one. */
const weekOf = (day: string) => Math.floor((Date.parse(day) - Date.parse('1970-01-05')) / WEEK)

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
