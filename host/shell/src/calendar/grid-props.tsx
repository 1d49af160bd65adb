import { VisuallyHidden } from '@mantine/core'
import type { ScheduleEventData, WeekViewProps } from '@mantine/schedule'
import { dayOf } from '../values/calendar-day.ts'
import type { CalendarContent } from './calendar-content.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { EntryBlock } from './entry-block.tsx'
import { placeAt } from './entry-place.ts'
import { entryPlace, entryTimes } from './entry-words.ts'
import { wallClock } from '../values/dates.ts'
import { formatLocal } from '../values/person-formats.ts'

/** The length of a free time that can be clicked, in minutes. */
const FREE_TIME = 30

/** Free times are for the mouse only. The keyboard and screen readers skip them. */
export const SILENT = { tabIndex: -1, 'aria-hidden': true } as const

/** Whether an entry spans several days. Mantine shows such entries above the hours. */
export const spansDays = ({ start, end }: CalendarEntry) => dayOf(start) !== dayOf(new Date(end.getTime() - 1))

interface Drop {
  event: ScheduleEventData
  newStart: string
  /** The row that it was dropped on, in a grid of resources. */
  resourceId?: string | number
}

/** The props of all grids. */
export function gridProps({ entries, viewPath, calendar, moves, choices }: CalendarContent) {
  const renderEvent: NonNullable<WeekViewProps['renderEvent']> = (event, props) => (
    <EntryBlock entry={entryOf(event)} viewPath={viewPath} moves={moves} rootProps={props} />
  )
  return {
    className: styles.grid,
    date: calendar.state.day,
    events: entries.map(eventOf),
    withHeader: false,
    renderEvent,
    renderEventBody: (event: ScheduleEventData) => <EntryBody entry={entryOf(event)} />,
    withEventsDragAndDrop: moves.isOffered,
    canDragEvent: (event: ScheduleEventData) => moves.canMove(entryOf(event)),
    onEventDrop: ({ event, newStart, resourceId }: Drop) => {
      const place = placeAt(entryOf(event), newStart)
      const chosen = choices?.find(({ value }) => String(value) === resourceId)
      if (place !== null) moves.drop(entryOf(event), { ...place, ...(chosen && { resource: chosen.value }) })
    },
  }
}

/** Further props of grids with hours. */
export function hourProps({ moves, onCreate, choices }: CalendarContent) {
  return {
    intervalMinutes: FREE_TIME,
    eventDragInterval: moves.step,
    slotLabelFormat: (moment: string) =>
      isHour(moment) ? formatLocal(moment, { hour: 'numeric', minute: '2-digit' }) : '',
    onTimeSlotClick: ({ slotStart, resourceId }: { slotStart: string; resourceId?: string | number }) =>
      onCreate?.(slotStart, choices?.find(({ value }) => String(value) === resourceId)?.value),
  }
}

const SHORT = 40 * 60_000

/** The text of an entry in a grid. The title comes first: there may be room for one line only. */
function EntryBody({ entry }: { entry: CalendarEntry }) {
  const isShort = entry.end.getTime() - entry.start.getTime() < SHORT
  return (
    <span className={styles.body} data-short={isShort}>
      <span className={styles.title}>{entry.title}</span> <span>{entryTimes(entry)}</span>{' '}
      {entry.resource !== '' && <span className={styles.resource}>{entry.resource}</span>}
      <VisuallyHidden> {entryPlace(entry)}</VisuallyHidden>
    </span>
  )
}

/** Whether a local time of Mantine, `2026-11-20 08:00:00`, is a full hour. */
export const isHour = (moment: string) => moment.slice(14, 16) === '00'

const eventOf = (entry: CalendarEntry): ScheduleEventData => ({
  id: entry.id,
  title: `${entry.title} ${entryTimes(entry)}`,
  // Mantine knows no zones: it places what it gets as it is written.
  start: wallClock(entry.start),
  end: wallClock(entry.end),
  color: 'gray',
  resourceId: entry.resourceId,
  payload: { entry },
})

const entryOf = ({ payload }: ScheduleEventData) => payload?.entry as CalendarEntry
