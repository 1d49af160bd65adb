import { DayView, MonthView, WeekView, ResourcesDayView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { IconUsers } from '@tabler/icons-react'
import { useElementSize, useInterval, useMergedRef } from '@mantine/hooks'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { t } from '../language/t.ts'
import type { CalendarContent } from './calendar-content.ts'
import { gridLines, NOBODY } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { wallClock } from '../values/dates.ts'
import type { VisibleRange } from './calendar-state.ts'
import { byDay, countByDay, isLong, layDay, layMonth, segmentsOf } from './calendar-segments.ts'
import {
  closedEvents,
  gridLabels,
  isShown,
  eventOf,
  gridProps,
  hourProps,
  moreEvent,
  SILENT,
  STRIP_WIDTH,
  stripPlace,
  viewOfDay,
  timeLabel,
  firstHour,
  viewportProps,
} from './grid-props.tsx'
import { useNowInView } from './use-now-in-view.ts'
import { useTouchDrag } from './use-touch-drag.ts'
import { firstDayOfWeek, formatLocal } from '../values/person-formats.ts'

const weekday = (day: string) => formatLocal(day, { weekday: 'short' })

/** Mantine counts from Sunday, which is 0. */
const firstDay = () => (firstDayOfWeek() % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6

/** A day, a day by resource, a week or a month as a grid. */
export function CalendarGrid(content: CalendarContent) {
  const root = useTouchDrag()
  useNowInView(root, content)
  const { ref, width } = useElementSize()
  // `useElementSize` answers a frame later, and the entries would first appear in another place.
  const [firstWidth, setFirstWidth] = useState(0)
  const measure = useCallback((element: HTMLDivElement | null) => setFirstWidth(element?.clientWidth ?? 0), [])
  const measured = useMergedRef(ref, measure)
  return (
    <div ref={root} data-creates={content.onCreate !== undefined}>
      <div ref={measured}>
        <ChosenGrid {...content} width={width === 0 ? firstWidth : width} />
      </div>
    </div>
  )
}

function ChosenGrid({ width, ...content }: CalendarContent & { width: number }) {
  const { state, change } = content.calendar
  const root = useDayNames()
  const covered = useCoveredHour(content.range)
  const openDay = (day: string) => change({ view: viewOfDay(content), day })
  const shared = gridProps(content)
  if (state.view === 'resource') return <ResourceGrid {...content} />
  if (state.view === 'month') {
    return (
      <MonthView
        {...shared}
        className={`${styles.grid} ${styles.month}`}
        events={monthEvents(content, width)}
        getDayProps={(day) => (isUnloaded(content, day) ? unloadedProps(day) : {})}
        consistentWeeks={false}
        firstDayOfWeek={firstDay()}
        weekendDays={[]}
        weekdayFormat={weekday}
        maxEventsPerDay={width < MONTH_WIDTH ? 1 : 3}
        moreEventsProps={{ popoverProps: { withRoles: false } }}
        onDayClick={openDay}
      />
    )
  }
  const withAllDaySlots = content.entries.some(isLong)
  const timed = {
    ...shared,
    ...hourProps(content, covered),
    events: [...closedEvents(content), ...hourEvents(content, width)],
    startScrollTime: firstHour(content, withAllDaySlots ? 6 : 7),
    slotHeight: 72,
    withAllDaySlots,
    getTimeSlotProps: () => SILENT,
    scrollAreaProps: { viewportProps: viewportProps(content), mah: 640 },
  }
  if (state.view === 'day') return <DayView {...timed} />
  return (
    <WeekView
      {...timed}
      ref={root}
      classNames={{ weekViewAllDaySlots: styles.aboveHours ?? '' }}
      firstDayOfWeek={firstDay()}
      weekendDays={[]}
      withWeekNumber={false}
      highlightToday
      weekdayFormat={weekday}
      attributes={{ weekViewDaySlot: SILENT }}
      onDateChange={openDay}
    />
  )
}

/** The width of the hours beside a grid, in pixels, and the minimum width of an entry in a week and on a single day. */
const HOURS_WIDTH = 60
const LEAST_WIDTH = { week: 60, day: 84 }

/** The entries of a week or a day, side by side as long as they are readable. */
function hourEvents({ entries, calendar }: CalendarContent, width: number) {
  const { view } = calendar.state
  const [days, least] = view === 'day' ? [1, LEAST_WIDTH.day] : [7, LEAST_WIDTH.week]
  const room = (width - HOURS_WIDTH) / days
  const most = Math.max(1, Math.floor(room / least))
  const fewer = Math.max(0, Math.floor((room - STRIP_WIDTH) / least))
  const long = entries.filter(isLong).map((entry) => eventOf({ ...entry, id: String(entry.id), entry }))
  const timed = byDay(entries.filter((entry) => !isLong(entry)).flatMap(segmentsOf))
  const place = stripPlace(fewer)
  const laid = [...timed.values()].flatMap((segments) => {
    const { shown, more } = layDay(segments, { most, fewer })
    return [
      ...shown.map(([segment, lane]) => eventOf(segment, lane)),
      ...more.map((each) => moreEvent(each, { place })),
    ]
  })
  return [...long, ...laid]
}

/** The least width of a month, in pixels, on whose days entries are readable. A narrower one has their numbers. */
const MONTH_WIDTH = 7 * LEAST_WIDTH.day

function monthEvents({ entries, counts }: CalendarContent, width: number) {
  const isNarrow = width < MONTH_WIDTH
  const { shown, more } = layMonth(entries, counts ?? (isNarrow ? countByDay(entries) : undefined))
  return [...shown.map((segment) => eventOf(segment)), ...more.map((each) => moreEvent(each, { ...each, isNarrow }))]
}

/** Whether a day may have entries that are not loaded. */
const isUnloaded = ({ unloadedFrom }: CalendarContent, day: string) => unloadedFrom !== undefined && day >= unloadedFrom

const unloadedProps = (day: string) => ({
  'data-unloaded': true,
  'aria-label': t('{day}, not all entries are loaded', {
    day: formatLocal(day, { dateStyle: 'long' }),
  }),
})

/**
 * In Mantine's week the buttons of the days read `Mon 16` but are named `Day 2026-11-16`. Voice control needs the visible text as name.
 * Mantine has no property for this and creates new buttons for every week, so the name is removed after each rendering.
 */
function useDayNames() {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const named = root.current?.querySelectorAll(`button[aria-label^="${gridLabels().weekday} "]`) ?? []
    for (const button of named) button.removeAttribute('aria-label')
  })
  return root
}

/** One day with a row for each resource, so that an entry can be dragged from one to another. */
function ResourceGrid(content: CalendarContent) {
  const root = useSilentSlots()
  const choices = content.choices?.filter(({ value }) => isShown(content, value))
  const lines = gridLines(choices, content.entries)
  if (choices === undefined) return <div className={styles.bone} />
  if (lines.length === 0)
    return <EmptyState icon={<IconUsers size={20} stroke={1.5} aria-hidden />} title={t('Nobody can be booked yet')} />
  return (
    <ResourcesDayView
      {...gridProps(content)}
      {...hourProps(content)}
      events={[
        ...lines.filter(({ id }) => id !== NOBODY).flatMap(({ id }) => closedEvents(content, id)),
        ...content.entries.flatMap(segmentsOf).map((segment) => eventOf(segment)),
      ]}
      ref={root}
      className={`${styles.grid} ${styles.lines}`}
      classNames={{ resourcesDayViewResourceLabel: styles.lineLabel ?? '' }}
      slotLabelFormat={timeLabel({ hour: 'numeric' })}
      resources={lines}
      labels={{ ...gridLabels(), resources: content.resource?.label ?? '' }}
      startScrollTime={firstHour(content, 7)}
      slotWidth={68}
      rowHeight={76}
      maxEventsPerTimeSlot={3}
      moreEventsProps={{ popoverProps: { withRoles: false } }}
      attributes={{ resourcesDayViewRowSlot: SILENT }}
      scrollAreaProps={{ viewportProps: viewportProps(content) }}
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

/** The label of the present time covers that of an hour from this many minutes before the hour until this many after it. */
const BEFORE = 3
const AFTER = 26

/** Returns the hour whose label the label of the present time would cover. Null if it covers none, or these days do not include today. */
function coveredHour(now: string, { first, last }: VisibleRange): number | null {
  const [day = '', time = ''] = now.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (day < first || day > last) return null
  if (minute <= AFTER) return hour
  return minute >= 60 - BEFORE ? hour + 1 : null
}

/** The hour whose label is covered now. */
function useCoveredHour(range: VisibleRange): number | null {
  const [now, setNow] = useState(() => wallClock(new Date()))
  const hour = coveredHour(now, range)
  const tick = () => {
    const next = wallClock(new Date())
    // Another state renders all entries again.
    if (coveredHour(next, range) !== hour) setNow(next)
  }
  useInterval(tick, 30_000, { autoInvoke: true })
  return hour
}
