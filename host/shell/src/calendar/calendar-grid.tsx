import { DayView, MonthView, WeekView, ResourcesDayView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { IconUsers } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import type { CalendarContent } from './calendar-content.ts'
import { gridLines } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { gridProps, hourProps, readLocal, SILENT, spansDays, isHour } from './grid-props.tsx'
import { useTouchDrag } from './use-touch-drag.ts'

const hours = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })

/** One day, with a line for each who or what can be taken, so that an entry can be dragged from one to another. */
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
      slotLabelFormat={(moment) => (isHour(moment) ? hours.format(readLocal(moment)) : '')}
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

/** What Mantine puts before the date of a day's button. */
const DAY_LABEL = 'Day'

/**
 * Mantine's week names its days `Day 2026-11-16` while they read `Mon 16`; who speaks to the computer says what they see. There is no
 * property for it, and with every turn of the week the buttons are new, so the name is taken off after each rendering.
 */
function useDayNames() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const named = root.current?.querySelectorAll(`button[aria-label^="${DAY_LABEL} "]`) ?? []
    for (const button of named) button.removeAttribute('aria-label')
  })
  return root
}

const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short' })

/** A day, a day of each resource, a week or a month as a grid. */
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
        firstDayOfWeek={1}
        weekendDays={[]}
        weekdayFormat={(day) => weekdays.format(readLocal(day))}
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
  if (state.view === 'day') return <DayView {...timed} />
  return (
    <WeekView
      {...timed}
      ref={root}
      classNames={{ weekViewAllDaySlots: styles.aboveHours ?? '' }}
      firstDayOfWeek={1}
      weekendDays={[]}
      withWeekNumber={false}
      highlightToday
      weekdayFormat={(day) => weekdays.format(readLocal(day))}
      labels={{ weekday: DAY_LABEL }}
      attributes={{ weekViewDaySlot: SILENT }}
      onDateChange={openDay}
    />
  )
}

/**
 * Mantine makes the first free time of a grid of resources a stop of the Tab key. Free times are hidden from who does not see, so
 * nothing among them may be one; there is no property for it.
 */
function useSilentSlots() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const stops = root.current?.querySelectorAll<HTMLElement>('button[aria-hidden][tabindex="0"]') ?? []
    for (const stop of stops) stop.tabIndex = -1
  })
  return root
}
