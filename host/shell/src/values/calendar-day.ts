import { instantAt, wallClock } from './dates.ts'
import { firstDayOfWeek, personZone } from './person-formats.ts'

/** A calendar day in the time zone of the person, `2026-11-20`. */
export type CalendarDay = string

/** The day of an instant. */
export const dayOf = (moment: Date): CalendarDay => wallClock(moment).slice(0, 10)

/** Whether a text, such as of an address, is a day. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOfDay(text)) === text

/** The first instant of a day. Days may have 23 or 25 hours, so `plus` counts days and not hours. */
export function startOfDay(day: CalendarDay, { plus = 0 }: { plus?: number } = {}): Date {
  const wanted = addDays(day, plus)
  const key = `${personZone()} ${wanted}`
  const start = starts.get(key) ?? instantAt(wanted) ?? new Date(Number.NaN)
  starts.set(key, start)
  return start
}

/** A cache, because calendars ask for the start of the same days for each of their entries. */
const starts = new Map<string, Date>()

/** The day this many days later; negative for earlier. */
export function addDays(day: CalendarDay, days: number): CalendarDay {
  const { year, month, date } = partsOf(day)
  return dayAt(year, month, date + days)
}

/** The same day of the month this many months later, or the last day of a shorter month. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const { year, month, date } = partsOf(day)
  const last = partsOf(dayAt(year, month + months + 1, 0)).date
  return dayAt(year, month + months, Math.min(date, last))
}

/** The first day of the person's week around a day. */
export function startOfWeek(day: CalendarDay): CalendarDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday - firstDayOfWeek() + 14) % 7))
}

/** The first and the last day of the month of a day. */
export function monthOf(day: CalendarDay): { first: CalendarDay; last: CalendarDay } {
  const { year, month } = partsOf(day)
  return { first: dayAt(year, month, 1), last: dayAt(year, month + 1, 0) }
}

/** Months count from 0, and surplus days and months carry over. A text that is not a day gives an empty result. */
function dayAt(year: number, month: number, date: number): CalendarDay {
  const time = new Date(Date.UTC(year, month, date))
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10)
}

function partsOf(day: CalendarDay) {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
