import type { CalendarWidget } from '@atrium/sdk/documents'
import { useMediaQuery } from '@mantine/hooks'
import { useScreen } from '../screen/screen-context.ts'
import { useSearchPlace } from '../screen/search-place.ts'
import { dayOf } from '../values/calendar-day.ts'
import type { CalendarState } from './calendar-state.ts'
import { type ListState, readFilters } from '../table/list-state.ts'
import { readCalendarState, writeCalendarState, writeFilters } from './calendar-state.ts'

/** The state of a calendar, kept in the address. On narrow screens the default view is the list. */
export function useCalendar({ id, resource, filters: offered = [] }: CalendarWidget) {
  const { dashboard, placed } = useScreen()
  const { search, write, hrefOf } = useSearchPlace()
  const isSmall = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const isNarrow = isSmall || placed?.isNarrow === true
  const prefix = dashboard.widgets.find(({ kind }) => kind === 'calendar')?.id === id ? '' : `${id}.`
  const defaults: CalendarState = { view: isNarrow ? 'list' : 'week', day: dayOf(new Date()) }
  const asked = readCalendarState(new URLSearchParams(search), defaults, prefix)
  const state = asked.view === 'resource' && !resource ? { ...asked, view: defaults.view } : asked

  const paramsOf = (changes: Partial<CalendarState>) =>
    writeCalendarState(new URLSearchParams(search), { state: { ...state, ...changes }, defaults, prefix })
  return {
    state,
    isNarrow,
    /** The filters that are set. */
    filters: readFilters(new URLSearchParams(search), offered, prefix),
    filter: (filters: ListState['filters']) =>
      write(writeFilters(new URLSearchParams(search), offered, { filters, prefix })),
    /** The address of the calendar with another view or day. */
    addressOf: (changes: Partial<CalendarState>): string => hrefOf(paramsOf(changes)),
    change: (changes: Partial<CalendarState>) => write(paramsOf(changes)),
  }
}

export type Calendar = ReturnType<typeof useCalendar>
