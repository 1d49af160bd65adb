import type { CalendarWidget, Dashboard } from '@atrium/sdk/documents'
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { withQuery } from '../api/paths.ts'
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
  const [todayPresses, setTodayPresses] = useState(0)
  const isSmall = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const isNarrow = isSmall || placed?.isNarrow === true
  const prefix = prefixOf(id, dashboard)
  const defaults: CalendarState = { view: isNarrow ? 'list' : 'week', day: dayOf(new Date()) }
  const asked = readCalendarState(new URLSearchParams(search), defaults, prefix)
  const state = asked.view === 'resource' && !resource ? { ...asked, view: defaults.view } : asked

  const paramsOf = (changes: Partial<CalendarState>) => {
    // The hour belongs to the address that names it: who goes on from there does not come back to it.
    const { view, day } = state
    return writeCalendarState(new URLSearchParams(search), { state: { view, day, ...changes }, defaults, prefix })
  }
  const change = (changes: Partial<CalendarState>) => write(paramsOf(changes))
  return {
    state,
    /** What its parameters in the address begin with. */
    prefix,
    isNarrow,
    /** The filters that are set. */
    filters: readFilters(new URLSearchParams(search), offered, prefix),
    filter: (filters: ListState['filters']) =>
      write(writeFilters(new URLSearchParams(search), offered, { filters, prefix })),
    /** The address of the calendar with another view or day. */
    addressOf: (changes: Partial<CalendarState>): string => hrefOf(paramsOf(changes)),
    change,
    /** Shows today, and its present time. */
    showToday: () => {
      setTodayPresses((presses) => presses + 1)
      change({ day: dayOf(new Date()) })
    },
    /** How often today was asked for. */
    todayPresses,
  }
}

export type Calendar = ReturnType<typeof useCalendar>

/** What the parameters of a calendar begin with. The first one of a screen needs nothing. */
const prefixOf = (id: string, { widgets }: Dashboard) =>
  widgets.find(({ kind }) => kind === 'calendar')?.id === id ? '' : `${id}.`

/**
 * The form of a new record over the calendar. The address keeps it open, so that Back closes it and a reload shows it again. On a person's
 * dashboard, the screen of the form is opened instead.
 */
export function useCreation({ id, create }: CalendarWidget) {
  const { dashboard, placed } = useScreen()
  const { history } = useRouter()
  const { search, read, hrefOf } = useSearchPlace()
  const isOpenedHere = useRef(false)
  const closing = useRef<string>(undefined)
  const openedBy = `${prefixOf(id, dashboard)}_new`
  const given = placed ? null : new URLSearchParams(search).get(openedBy)

  const addressWith = (value: string | null) => {
    const params = new URLSearchParams(search)
    if (value === null) params.delete(openedBy)
    else params.set(openedBy, value)
    return hrefOf(params)
  }
  // The buttons behind the form can be pressed until its code has arrived.
  const isOpen = () => !placed && new URLSearchParams(read()).has(openedBy)
  useEffect(() => {
    if (given === null) closing.current = undefined
  }, [given])
  const close = () => {
    // Going back takes a moment. A second request would lead away from the calendar.
    const { __TSR_key: key } = history.location.state
    if (!isOpen() || closing.current === key) return
    closing.current = key
    if (isOpenedHere.current) history.back({ ignoreBlocker: true })
    else history.replace(addressWith(null), undefined, { ignoreBlocker: true })
  }
  return {
    over: given === null ? null : { given, openedBy, close },
    /** Opens it with initial values, which are the query of an address. */
    open: (values: string) => {
      if (isOpen()) return
      isOpenedHere.current = true
      history.push(placed ? withQuery(create?.path ?? '', values) : addressWith(values))
    },
  }
}
