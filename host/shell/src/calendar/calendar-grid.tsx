import { DayView, MonthView, WeekView } from '@mantine/schedule'
import type { ScheduleEventData, WeekViewProps } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import { dayOf } from './calendar-day.ts'
import type { CalendarContent } from './calendar-content.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { DAY_LABEL, useDayNames } from './use-day-names.ts'
import { EntryBody } from './entry-body.tsx'
import { EntryBlock } from './entry-block.tsx'
import { entryTimes } from './entry-words.ts'

const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const hours = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** As Mantine hands a moment over: `2026-11-20 08:00:00`. */
const readLocal = (text: string) => new Date(text.replace(' ', 'T'))

/** The empty time between entries does nothing: nobody needs to be led through it. */
const SILENT = { tabIndex: -1, 'aria-hidden': true } as const

/** A day, a week or a month as a grid. */
export function CalendarGrid({ entries, viewPath, calendar: { state, change } }: CalendarContent) {
  const root = useDayNames()
  const openDay = (day: string) => change({ view: 'day', day })
  const renderEvent: NonNullable<WeekViewProps['renderEvent']> = (event, props) => (
    <EntryBlock entry={entryOf(event)} viewPath={viewPath} rootProps={props} />
  )
  const shared = {
    className: styles.grid,
    date: state.day,
    events: entries.map(eventOf),
    withHeader: false,
    renderEvent,
    renderEventBody: (event: ScheduleEventData) => <EntryBody entry={entryOf(event)} />,
  }
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
  const withAllDaySlots = entries.some(spansDays)
  const timed = {
    ...shared,
    startScrollTime: withAllDaySlots ? '06:00:00' : '07:00:00',
    slotLabelFormat: (moment: string) => hours.format(readLocal(moment)),
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

/** Such entries stand above the hours: Mantine does not divide them among their days. */
const spansDays = ({ start, end }: CalendarEntry) => dayOf(start) !== dayOf(new Date(end.getTime() - 1))

const eventOf = (entry: CalendarEntry): ScheduleEventData => ({
  id: entry.id,
  title: `${entry.title} ${entryTimes(entry)}`,
  start: entry.start,
  end: entry.end,
  color: 'gray',
  payload: { entry },
})

const entryOf = ({ payload }: ScheduleEventData) => payload?.entry as CalendarEntry
