import { addDays, type CalendarDay, startOfDay } from '../values/calendar-day.ts'
import type { VisibleRange } from './calendar-state.ts'

/** A time in which a resource works, as the host answers it. */
export interface WorkingTime {
  readonly resource: number | string
  readonly starts: string
  readonly ends: string
}

/** A time on one day in which nobody works. */
export interface ClosedTime {
  readonly start: Date
  readonly end: Date
}

/** The times between and around these working times, for each visible day. */
export function closedTimes(working: readonly WorkingTime[], { first, last }: VisibleRange): ClosedTime[] {
  const open = working
    .map(({ starts, ends }) => ({ start: Date.parse(starts), end: Date.parse(ends) }))
    .sort((a, b) => a.start - b.start)
  return daysFrom(first, last).flatMap((day) => {
    const until = startOfDay(day, { plus: 1 }).getTime()
    let from = startOfDay(day).getTime()
    const closed: ClosedTime[] = []
    const close = (end: number) => {
      if (from < Math.min(end, until)) closed.push({ start: new Date(from), end: new Date(Math.min(end, until)) })
    }
    for (const { start, end } of open) {
      close(start)
      from = Math.max(from, end)
    }
    close(until)
    return closed
  })
}

function daysFrom(first: CalendarDay, last: CalendarDay): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
