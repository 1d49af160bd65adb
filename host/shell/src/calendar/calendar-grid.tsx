import { DayView, MonthView, WeekView } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import type { CalendarContent } from './calendar-content.ts'
import styles from './calendar-grid.module.css'
import { gridProps, hourProps, readLocal, SILENT, spansDays } from './grid-props.tsx'
import { ResourceGrid } from './resource-grid.tsx'
import { DAY_LABEL, useDayNames } from './use-day-names.ts'
import { useTouchDrag } from './use-touch-drag.ts'

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
