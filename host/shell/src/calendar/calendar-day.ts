/** A calendar day in the time zone of the person, `2026-11-20`. */
export type CalendarDay = string

/** The day of an instant. */
export function dayOf(moment: Date): CalendarDay {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The first instant of a day. Days may have 23 or 25 hours, so `plus` counts days and not hours. */
export function startOfDay(day: CalendarDay, { plus = 0 }: { plus?: number } = {}): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plus)
}

/** The day that is this many days later; negative for earlier. */
export const addDays = (day: CalendarDay, days: number): CalendarDay => dayOf(startOfDay(day, { plus: days }))

/** The same day of the month this many months later, or the last day of a shorter month. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const { year, month, date } = partsOf(day)
  const last = new Date(year, month + months + 1, 0).getDate()
  return dayOf(new Date(year, month + months, Math.min(date, last)))
}

/** The Monday of the week of a day. */
export const mondayOf = (day: CalendarDay): CalendarDay => addDays(day, -((startOfDay(day).getDay() + 6) % 7))

/** The first and the last day of the month of a day. */
export function monthOf(day: CalendarDay): { first: CalendarDay; last: CalendarDay } {
  const { year, month } = partsOf(day)
  return { first: dayOf(new Date(year, month, 1)), last: dayOf(new Date(year, month + 1, 0)) }
}

function partsOf(day: CalendarDay) {
  const moment = startOfDay(day)
  return { year: moment.getFullYear(), month: moment.getMonth(), date: moment.getDate() }
}
