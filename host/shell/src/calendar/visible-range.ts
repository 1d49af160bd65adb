import type { CalendarDay } from './calendar-day.ts'
import { addDays, addMonths, mondayOf, monthOf, startOfDay } from './calendar-day.ts'
import type { CalendarState, CalendarView } from './calendar-state.ts'

/** The days that are in sight, both included. */
export interface VisibleRange {
  readonly first: CalendarDay
  readonly last: CalendarDay
}

/** What is in sight: a day, of each resource or of all, a week from Monday on, or a month with the weeks it begins and ends in. */
export function visibleRange({ view, day }: CalendarState): VisibleRange {
  if (isDay(view)) return { first: day, last: day }
  if (view !== 'month') return { first: mondayOf(day), last: addDays(mondayOf(day), 6) }
  const { first, last } = monthOf(day)
  return { first: mondayOf(first), last: addDays(mondayOf(last), 6) }
}

/** The day to look at after a step forward (1) or back (-1). */
export function stepDay({ view, day }: CalendarState, step: 1 | -1): CalendarDay {
  if (view === 'month') return addMonths(day, step)
  return addDays(day, isDay(view) ? step : step * 7)
}

/** The time in sight, as people say it: `November 2026`, `Nov 16 – 22, 2026`. */
export function rangeTitle(state: CalendarState): string {
  const day = startOfDay(state.day)
  if (state.view === 'month') return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(day)
  if (isDay(state.view)) return new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(day)
  const { first, last } = visibleRange(state)
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).formatRange(startOfDay(first), startOfDay(last))
}

const isDay = (view: CalendarView) => view === 'day' || view === 'resource'
