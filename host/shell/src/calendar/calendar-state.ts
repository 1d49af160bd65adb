import type { CalendarDay } from './calendar-day.ts'
import { dayOf, startOfDay } from './calendar-day.ts'

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
