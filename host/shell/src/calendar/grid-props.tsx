import { VisuallyHidden } from '@mantine/core'
import type { ScheduleEventData, WeekViewProps } from '@mantine/schedule'
import { dayOf } from './calendar-day.ts'
import type { CalendarContent } from './calendar-content.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { EntryBlock } from './entry-block.tsx'
import { placeAt } from './entry-place.ts'
import { entryPlace, entryTimes } from './entry-words.ts'

const hours = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** Minutes of a free time that can be clicked on. */
const FREE_TIME = 30

/** The free time between entries is for the mouse: with a keyboard nobody needs to be led through it. */
export const SILENT = { tabIndex: -1, 'aria-hidden': true } as const

/** As Mantine hands a moment over: `2026-11-20 08:00:00`. */
export const readLocal = (text: string) => new Date(text.replace(' ', 'T'))

/** Such entries stand above the hours: Mantine does not divide them among their days. */
export const spansDays = ({ start, end }: CalendarEntry) => dayOf(start) !== dayOf(new Date(end.getTime() - 1))

interface Drop {
  event: ScheduleEventData
  newStart: string
  /** Of the line it was dropped on, where lines are of somebody. */
  resourceId?: string | number
}

/** What all grids are told. */
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

/** What grids with hours are told besides. */
export function hourProps({ moves, onCreate, choices }: CalendarContent) {
  return {
    intervalMinutes: FREE_TIME,
    eventDragInterval: moves.step,
    slotLabelFormat: (moment: string) => (isHour(moment) ? hours.format(readLocal(moment)) : ''),
    onTimeSlotClick: ({ slotStart, resourceId }: { slotStart: string; resourceId?: string | number }) =>
      onCreate?.(slotStart, choices?.find(({ value }) => String(value) === resourceId)?.value),
  }
}

const SHORT = 40 * 60_000

/** What stands in an entry of a grid, the most telling first: there may be room for one line. */
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

/** Whether a moment, as Mantine hands it over, is a full hour. */
export const isHour = (moment: string) => readLocal(moment).getMinutes() === 0

const eventOf = (entry: CalendarEntry): ScheduleEventData => ({
  id: entry.id,
  title: `${entry.title} ${entryTimes(entry)}`,
  start: entry.start,
  end: entry.end,
  color: 'gray',
  resourceId: entry.resourceId,
  payload: { entry },
})

const entryOf = ({ payload }: ScheduleEventData) => payload?.entry as CalendarEntry
