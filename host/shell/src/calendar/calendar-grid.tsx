import { DayView, MonthView, WeekView, ResourcesDayView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { IconUsers } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import type { CalendarContent } from './calendar-content.ts'
import { gridLines } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { gridProps, hourProps, SILENT, spansDays, isHour } from './grid-props.tsx'
import { wallClock } from '../values/dates.ts'
import { useTouchDrag } from './use-touch-drag.ts'
import { firstDayOfWeek, formatLocal } from '../values/person-formats.ts'

const weekday = (day: string) => formatLocal(day, { weekday: 'short' })

/** Mantine counts from Sunday, which is 0. */
const firstDay = () => (firstDayOfWeek() % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6

const now = () => wallClock(new Date())

/** Mantine puts this before the date in the name of a day's button. */
const DAY_LABEL = 'Day'

/** A day, a day by resource, a week or a month as a grid. */
export function CalendarGrid(content: CalendarContent) {
  const root = useTouchDrag()
  return (
    <div ref={root} data-creates={content.onCreate !== undefined}>
      <ChosenGrid {...content} />
    </div>
  )
}

function ChosenGrid(content: CalendarContent) {
  const { state, change } = content.calendar
  const root = useDayNames()
  const openDay = (day: string) => change({ view: 'day', day })
  const shared = gridProps(content)
  if (state.view === 'resource') return <ResourceGrid {...content} />
  if (state.view === 'month') {
    return (
      <MonthView
        {...shared}
        consistentWeeks={false}
        firstDayOfWeek={firstDay()}
        weekendDays={[]}
        weekdayFormat={weekday}
        maxEventsPerDay={3}
        moreEventsProps={{ popoverProps: { withRoles: false } }}
        onDayClick={openDay}
      />
    )
  }
  const withAllDaySlots = content.entries.some(spansDays)
  const timed = {
    ...shared,
    ...hourProps(content),
    startScrollTime: withAllDaySlots ? '06:00:00' : '07:00:00',
    slotHeight: 72,
    withAllDaySlots,
    getTimeSlotProps: () => SILENT,
    scrollAreaProps: { viewportProps: { tabIndex: 0 }, mah: 640 },
  }
  if (state.view === 'day') return <DayView {...timed} getCurrentTime={now} />
  return (
    <WeekView
      {...timed}
      ref={root}
      classNames={{ weekViewAllDaySlots: styles.aboveHours ?? '' }}
      firstDayOfWeek={firstDay()}
      weekendDays={[]}
      withWeekNumber={false}
      getCurrentTime={now}
      highlightToday
      weekdayFormat={weekday}
      labels={{ weekday: DAY_LABEL }}
      attributes={{ weekViewDaySlot: SILENT }}
      onDateChange={openDay}
    />
  )
}

/**
 * In Mantine's week the buttons of the days read `Mon 16` but are named `Day 2026-11-16`. Voice control needs the visible text as name.
 * Mantine has no property for this and creates new buttons for every week, so the name is removed after each rendering.
 */
function useDayNames() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const named = root.current?.querySelectorAll(`button[aria-label^="${DAY_LABEL} "]`) ?? []
    for (const button of named) button.removeAttribute('aria-label')
  })
  return root
}

/** One day with a row for each resource, so that an entry can be dragged from one to another. */
function ResourceGrid(content: CalendarContent) {
  const root = useSilentSlots()
  const lines = gridLines(content.choices, content.entries)
  if (content.choices === undefined) return <div className={styles.bone} />
  if (lines.length === 0)
    return <EmptyState icon={<IconUsers size={20} stroke={1.5} aria-hidden />} title="Nobody can be booked yet" />
  return (
    <ResourcesDayView
      {...gridProps(content)}
      {...hourProps(content)}
      ref={root}
      className={`${styles.grid} ${styles.lines}`}
      slotLabelFormat={(moment) => (isHour(moment) ? formatLocal(moment, { hour: 'numeric' }) : '')}
      resources={lines}
      labels={{ resources: content.resource?.label ?? '' }}
      startScrollTime="07:00:00"
      slotWidth={68}
      rowHeight={76}
      maxEventsPerTimeSlot={3}
      moreEventsProps={{ popoverProps: { withRoles: false } }}
      attributes={{ resourcesDayViewRowSlot: SILENT }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    />
  )
}

/**
 * In a grid of resources, Mantine makes the first free time a stop of the Tab key. Free times are hidden from screen readers, so they
 * must not take the focus. Mantine has no property for this.
 */
function useSilentSlots() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const stops = root.current?.querySelectorAll<HTMLElement>('button[aria-hidden][tabindex="0"]') ?? []
    for (const stop of stops) stop.tabIndex = -1
  })
  return root
}
