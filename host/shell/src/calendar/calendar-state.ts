import type { CalendarWidget, Filter } from '@atrium/sdk/documents'
import type { CalendarDay } from '../values/calendar-day.ts'
import { isDay, startOfDay, addDays, addMonths, startOfWeek, monthOf } from '../values/calendar-day.ts'
import { withQuery } from '../api/paths.ts'
import { filterKeys } from '../table/comparisons.ts'
import type { ListState } from '../table/list-state.ts'
import { dateFormat, formatLocal, personZone } from '../values/person-formats.ts'

/** The views of a calendar, from the shortest period to the longest. `resource` is a day with a row for each resource. */
export const CALENDAR_VIEWS = ['day', 'resource', 'week', 'month', 'list'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** The view of a calendar, as kept in the address. */
export interface CalendarState {
  view: CalendarView
  /** A day of the visible period. */
  day: CalendarDay
  /** The hour at which a day begins in view, 0 to 23. */
  hour?: number
}

/** Reads the state from an address. Missing and invalid parts get their defaults. */
export function readCalendarState(params: URLSearchParams, defaults: CalendarState, prefix = ''): CalendarState {
  const view = params.get(`${prefix}_view`)
  const day = params.get(`${prefix}_date`) ?? ''
  const [hour] = /^(?:1?\d|2[0-3])$/.exec(params.get(`${prefix}_hour`) ?? '') ?? []
  return {
    view: CALENDAR_VIEWS.find((each) => each === view) ?? defaults.view,
    day: isDay(day) ? day : defaults.day,
    ...(hour !== undefined && { hour: Number(hour) }),
  }
}

/** Writes the state into an address. Defaults are left out, and other parameters stay. */
export function writeCalendarState(
  params: URLSearchParams,
  { state, defaults, prefix = '' }: { state: CalendarState; defaults: CalendarState; prefix?: string },
): URLSearchParams {
  const written = new URLSearchParams(params)
  const put = (name: string, value: string, standard: string) =>
    value === standard ? written.delete(prefix + name) : written.set(prefix + name, value)
  put('_view', state.view, defaults.view)
  put('_date', state.day, defaults.day)
  put('_hour', String(state.hour ?? ''), '')
  return written
}

/** Writes the values of the offered filters into an address. Other parameters stay. */
export function writeFilters(
  params: URLSearchParams,
  offered: readonly Filter[],
  { filters, prefix = '' }: { filters: ListState['filters']; prefix?: string },
): URLSearchParams {
  const own = new Set(offered.flatMap(filterKeys).map((name) => prefix + name))
  const values = Object.entries(filters).flatMap(([name, all]) =>
    all.map((value): [string, string] => [prefix + name, value]),
  )
  return new URLSearchParams([...[...params].filter(([name]) => !own.has(name)), ...values])
}

/** The visible days, both included. */
export interface VisibleRange {
  readonly first: CalendarDay
  readonly last: CalendarDay
}

/**
 * The visible days of a state: a day, a week, or a month with the whole weeks at its start and end. A list has the seven days from the
 * chosen day on: nobody scrolls past what is over to find today.
 */
export function visibleRange({ view, day }: CalendarState): VisibleRange {
  if (showsOneDay(view)) return { first: day, last: day }
  if (view === 'list') return { first: day, last: addDays(day, 6) }
  if (view !== 'month') return { first: startOfWeek(day), last: addDays(startOfWeek(day), 6) }
  const { first, last } = monthOf(day)
  return { first: startOfWeek(first), last: addDays(startOfWeek(last), 6) }
}

/** The first day of the visible period. A month begins with its own first day, not with the days that fill its first week. */
export const firstDay = (state: CalendarState): CalendarDay =>
  state.view === 'month' ? monthOf(state.day).first : visibleRange(state).first

/** The day after a step forward (1) or back (-1). */
export function stepDay({ view, day }: CalendarState, step: 1 | -1): CalendarDay {
  if (view === 'month') return addMonths(day, step)
  return addDays(day, showsOneDay(view) ? step : step * 7)
}

/** The name of the visible period: `November 2026`, `Nov 16 – 22, 2026`. */
export function rangeTitle(state: CalendarState): string {
  if (state.view === 'month') return formatLocal(state.day, { month: 'long', year: 'numeric' })
  if (showsOneDay(state.view)) return formatLocal(state.day, { dateStyle: 'full' })
  const { first, last } = visibleRange(state)
  return dateFormat({ dateStyle: 'medium' }).formatRange(startOfDay(first), startOfDay(last))
}

const showsOneDay = (view: CalendarView) => view === 'day' || view === 'resource'

/** The most entries that a calendar loads; fewer in a month whose days are counted by the host. */
export const MOST_ENTRIES = 2000
export const MOST_ENTRIES_BESIDE_COUNTS = 500

/**
 * The list query for the visible days, earliest first. It starts a day early, because an entry of the evening before may last into the
 * first day.
 */
export function calendarQuery(
  { starts }: CalendarWidget,
  { first, last, filters = {} }: VisibleRange & { filters?: ListState['filters'] },
): string {
  const end = startOfDay(last, { plus: 1 }).getTime() - 1
  return new URLSearchParams([
    [`${starts}_gte`, startOfDay(first, { plus: -1 }).toISOString()],
    [`${starts}_lte`, new Date(end).toISOString()],
    ['_sort', starts],
    ['_order', 'ASC'],
    ...Object.entries(filters).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  ]).toString()
}

/** The address that answers figures of the visible days: how many entries they have, or when somebody works. */
export const daysPath = (path: string, { first, last }: VisibleRange): string =>
  withQuery(path, new URLSearchParams({ from: first, to: last, zone: personZone() }).toString())
