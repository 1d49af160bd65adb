import type { CalendarWidget } from '@atrium/sdk/documents'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useScreen } from '../screen/screen-context.ts'
import { dayOf } from '../values/calendar-day.ts'
import type { CalendarState } from './calendar-state.ts'
import { readCalendarState, writeCalendarState } from './calendar-state.ts'

/** The state of a calendar, kept in the address. On narrow screens the default view is the list. */
export function useCalendar({ id, resource }: CalendarWidget) {
  const { dashboard } = useScreen()
  const { history } = useRouter()
  const search = useLocation({ select: (location) => location.searchStr })
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const prefix = dashboard.widgets.find(({ kind }) => kind === 'calendar')?.id === id ? '' : `${id}.`
  const defaults: CalendarState = { view: isNarrow ? 'list' : 'week', day: dayOf(new Date()) }
  const asked = readCalendarState(new URLSearchParams(search), defaults, prefix)
  const state = asked.view === 'resource' && !resource ? { ...asked, view: defaults.view } : asked

  /** The address of this screen with another view or day. */
  const addressOf = (changes: Partial<CalendarState>): string => {
    const params = writeCalendarState(new URLSearchParams(search), {
      state: { ...state, ...changes },
      defaults,
      prefix,
    })
    return `${history.location.pathname}${params.size > 0 ? `?${params}` : ''}`
  }
  return { state, addressOf, change: (changes: Partial<CalendarState>) => history.push(addressOf(changes)) }
}

export type Calendar = ReturnType<typeof useCalendar>
