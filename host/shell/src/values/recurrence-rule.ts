/** How often a rule repeats. */
export type RecurrenceUnit = 'daily' | 'weekly' | 'monthly' | 'yearly'

/** The day of a month: its number, or the first, second … or last (-1) of a weekday. */
export type MonthDay = { readonly day: number } | { readonly nth: number; readonly weekday: string }

/** After a number of times, or with a last day (`YYYY-MM-DD`). */
export type RecurrenceEnd = { readonly count: number } | { readonly until: string }

/** The parts of a recurrence rule that people choose from inputs. */
export interface Recurrence {
  readonly unit: RecurrenceUnit
  /** Every this many days, weeks, months or years. */
  readonly every: number
  /** `MO` … `SU`, for a weekly rule. Empty: the weekday of the first date. */
  readonly days: readonly string[]
  /** For a monthly rule. Without it: the day of the first date. */
  readonly month_day?: MonthDay | undefined
  /** Without it the rule never ends. */
  readonly end?: RecurrenceEnd | undefined
}

/** The days of a week as RFC 5545 names them, Monday first. */
export const WEEKDAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const UNITS: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/**
 * Reads a rule (RFC 5545 section 3.3.10), such as `FREQ=WEEKLY;BYDAY=MO,WE`. Returns undefined for a rule with parts that the inputs do not
 * have, so that none are lost.
 */
export function readRecurrence(text: string): Recurrence | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=', 2) as [string, string]))
  const rule: Recurrence = {
    unit: (parts.get('FREQ') ?? '').toLowerCase() as RecurrenceUnit,
    every: Number(parts.get('INTERVAL') ?? 1),
    days: parts.get('FREQ') === 'WEEKLY' ? inWeek(parts.get('BYDAY')?.split(',') ?? []) : [],
    month_day: monthDayOf(parts),
    end: endOf(parts),
  }
  const isKnown = UNITS.includes(parts.get('FREQ') ?? '') && rule.every >= 1
  const areDays = rule.days.every((day) => WEEKDAYS.includes(day))
  const isWhole = isKnown && areDays && sameParts(writeRecurrence(rule), text)
  return isWhole ? rule : undefined
}

/** Writes a rule: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10`. */
export function writeRecurrence({ unit, every, days, month_day, end }: Recurrence): string {
  const parts = [
    `FREQ=${unit.toUpperCase()}`,
    every !== 1 && `INTERVAL=${every}`,
    unit === 'weekly' && days.length > 0 && `BYDAY=${inWeek(days).join(',')}`,
    unit === 'monthly' && month_day && monthDayPart(month_day),
    end && endPart(end),
  ]
  return parts.filter(Boolean).join(';')
}

/** Days in the order of a week. */
const inWeek = (days: readonly string[]) =>
  days.toSorted((one, other) => WEEKDAYS.indexOf(one) - WEEKDAYS.indexOf(other))

const monthDayPart = (at: MonthDay) => ('day' in at ? `BYMONTHDAY=${at.day}` : `BYDAY=${at.nth}${at.weekday}`)

const endPart = (end: RecurrenceEnd) =>
  'count' in end ? `COUNT=${end.count}` : `UNTIL=${end.until.replaceAll('-', '')}`

function monthDayOf(parts: ReadonlyMap<string, string>): MonthDay | undefined {
  if (parts.get('FREQ') !== 'MONTHLY') return undefined
  const day = /^([1-9]|[12]\d|3[01])$/.exec(parts.get('BYMONTHDAY') ?? '')?.[0]
  if (day !== undefined) return { day: Number(day) }
  const [, nth, weekday] = /^([1-4]|-1)([A-Z]{2})$/.exec(parts.get('BYDAY') ?? '') ?? []
  return weekday !== undefined && WEEKDAYS.includes(weekday) ? { nth: Number(nth), weekday } : undefined
}

function endOf(parts: ReadonlyMap<string, string>): RecurrenceEnd | undefined {
  const count = Number(parts.get('COUNT'))
  if (Number.isInteger(count) && count >= 1) return { count }
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(parts.get('UNTIL') ?? '') ?? []
  return day === undefined ? undefined : { until: `${year}-${month}-${day}` }
}

/** Whether two rules have the same parts in a different order. */
function sameParts(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .split(';')
      .filter((part) => part !== 'INTERVAL=1')
      .map((part) => (part.startsWith('BYDAY=') ? part.slice(6).split(',').toSorted().join(',') : part))
      .toSorted()
      .join(';')
  return plain(one) === plain(other)
}
