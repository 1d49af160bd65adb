import type { CalendarWidget } from '@atrium/sdk/documents'
import type { CalendarDay } from './calendar-day.ts'
import { dayOf, startOfDay, addDays, addMonths, mondayOf, monthOf } from './calendar-day.ts'

/** As many as one answer may hold (`LARGEST_PAGE` of the list dialect). */
export const MOST_ENTRIES = 500

/**
 * The query that asks for what is in sight, earliest first. It begins a day early: what starts in the evening before may last into
 * the first day. A path may have a query of its own.
 */
export function calendarQuery({ starts }: CalendarWidget, { first, last }: VisibleRange): string {
  const end = startOfDay(last, { plus: 1 }).getTime() - 1
  return new URLSearchParams([
    [`${starts}_gte`, startOfDay(first, { plus: -1 }).toISOString()],
    [`${starts}_lte`, new Date(end).toISOString()],
    ['_sort', starts],
    ['_order', 'ASC'],
    ['_start', '0'],
    ['_end', String(MOST_ENTRIES)],
  ]).toString()
}

/**
 * How a calendar is looked at, from the shortest time to the longest; `resource` is a day with a line for each who or what is taken,
 * `list` is a week, one entry below the other.
 */
export const CALENDAR_VIEWS = ['day', 'resource', 'week', 'month', 'list'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** How a person has a calendar before them, as it stands in the address. */
export interface CalendarState {
  view: CalendarView
  /** A day in the time that is shown. */
  day: CalendarDay
}

/** Reads a calendar's state from an address. What is not there, or makes no sense, is as by default. */
export function readCalendarState(params: URLSearchParams, defaults: CalendarState, prefix = ''): CalendarState {
  const view = params.get(`${prefix}_view`)
  const day = params.get(`${prefix}_date`) ?? ''
  return {
    view: CALENDAR_VIEWS.find((each) => each === view) ?? defaults.view,
    day: isDay(day) ? day : defaults.day,
  }
}

/** Writes the state into an address, and leaves what belongs to others as it is. What is as by default is not written. */
export function writeCalendarState(
  params: URLSearchParams,
  { state, defaults, prefix = '' }: { state: CalendarState; defaults: CalendarState; prefix?: string },
): URLSearchParams {
  const written = new URLSearchParams(params)
  const put = (name: string, value: string, standard: string) =>
    value === standard ? written.delete(prefix + name) : written.set(prefix + name, value)
  put('_view', state.view, defaults.view)
  put('_date', state.day, defaults.day)
  return written
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOfDay(text)) === text

/** The days that are in sight, both included. */
export interface VisibleRange {
  readonly first: CalendarDay
  readonly last: CalendarDay
}

/** What is in sight: a day, of each resource or of all, a week from Monday on, or a month with the weeks it begins and ends in. */
export function visibleRange({ view, day }: CalendarState): VisibleRange {
  if (showsOneDay(view)) return { first: day, last: day }
  if (view !== 'month') return { first: mondayOf(day), last: addDays(mondayOf(day), 6) }
  const { first, last } = monthOf(day)
  return { first: mondayOf(first), last: addDays(mondayOf(last), 6) }
}

/** The day to look at after a step forward (1) or back (-1). */
export function stepDay({ view, day }: CalendarState, step: 1 | -1): CalendarDay {
  if (view === 'month') return addMonths(day, step)
  return addDays(day, showsOneDay(view) ? step : step * 7)
}

/** The time in sight, as people say it: `November 2026`, `Nov 16 – 22, 2026`. */
export function rangeTitle(state: CalendarState): string {
  const day = startOfDay(state.day)
  if (state.view === 'month') return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(day)
  if (showsOneDay(state.view)) return new Intl.DateTimeFormat(undefined, { dateStyle: 'full' }).format(day)
  const { first, last } = visibleRange(state)
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).formatRange(startOfDay(first), startOfDay(last))
}

const showsOneDay = (view: CalendarView) => view === 'day' || view === 'resource'
