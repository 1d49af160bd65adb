import { type RefObject, useLayoutEffect, useRef } from 'react'
import { dayOf } from '../values/calendar-day.ts'
import { wallClock } from '../values/dates.ts'
import type { CalendarContent } from './calendar-content.ts'
import type { CalendarView } from './calendar-state.ts'
import { FREE_TIME } from './grid-props.tsx'

/** A free time of Mantine's grids: of the day, the week, and the day by resource. */
const SLOT = [
  '.mantine-DayView-dayViewSlot:not([data-all-day])',
  '.mantine-WeekView-weekViewDaySlot',
  '.mantine-ResourcesDayView-resourcesDayViewRowSlot',
].join()

/**
 * Scrolls a grid with hours so that the present time is in view: when the grid appears, unless it was opened at an hour, and when Today is
 * pressed. What is in view already stays where it is.
 */
export function useNowInView(
  root: RefObject<HTMLElement | null>,
  { calendar: { state, todayPresses }, range }: Pick<CalendarContent, 'calendar' | 'range'>,
): void {
  const shown = useRef<Element>(null)
  const answered = useRef(todayPresses)
  // After the effects of Mantine, which scrolls a new grid to its first hour. A grid may also appear later than this component.
  useLayoutEffect(() => {
    const grid = root.current?.querySelector('.mantine-ScrollArea-viewport') ?? null
    const isNew = grid !== shown.current && state.hour === undefined
    shown.current = grid
    if (grid === null || !(isNew || todayPresses !== answered.current)) return
    const today = dayOf(new Date())
    if (today < range.first || today > range.last) return
    answered.current = todayPresses
    showNow(grid, state.view)
  })
}

const A_DAY = 24 * 60

/** The present time as a share of the day. */
function shareOfDay(): number {
  const [hours = 0, minutes = 0] = wallClock(new Date()).slice(11, 16).split(':').map(Number)
  return (hours * 60 + minutes) / A_DAY
}

/** Scrolls along the hours, unless the present time is in view. It then stands a third of the way behind the labels. */
function showNow(grid: Element, view: CalendarView): void {
  const [start, end, scroll] = view === 'resource' ? HORIZONTAL : VERTICAL
  const slots = [...grid.querySelectorAll(SLOT)]
  const first = slots[0]?.getBoundingClientRect()
  const last = slots[A_DAY / FREE_TIME - 1]?.getBoundingClientRect()
  if (!first || !last) return
  const outer = grid.getBoundingClientRect()
  const before = first[start] - outer[start] + grid[scroll]
  // The labels of days and lines stay in place over what is scrolled. A single day has none.
  const labels = view === 'day' ? 0 : before
  const now = before + (last[end] - first[start]) * shareOfDay() - labels
  const room = outer[end] - outer[start] - labels
  if (now < grid[scroll] || now > grid[scroll] + room) grid[scroll] = now - room / 3
}

const HORIZONTAL = ['left', 'right', 'scrollLeft'] as const
const VERTICAL = ['top', 'bottom', 'scrollTop'] as const
