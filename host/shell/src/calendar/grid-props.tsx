import { VisuallyHidden } from '@mantine/core'
import type { ScheduleEventData, WeekViewProps } from '@mantine/schedule'
import type { CSSProperties } from 'react'
import { currentLanguage } from '../language/spoken.ts'
import { t } from '../language/t.ts'
import type { CalendarContent } from './calendar-content.ts'
import type { Lane, More, Segment } from './calendar-segments.ts'
import type { CalendarView } from './calendar-state.ts'
import styles from './calendar-grid.module.css'
import { EntryBlock, MoreBlock } from './entry-block.tsx'
import { closedTimes } from './working-times.ts'
import { placeAt } from './entry-place.ts'
import { entriesText, entryPlace, entryTimes, moreText } from './entry-words.ts'
import { wallClock } from '../values/dates.ts'
import { formatCount, formatLocal } from '../values/person-formats.ts'

/** The length of a clickable free time, in minutes. */
export const FREE_TIME = 30

/** Free times are for the mouse only. The keyboard and screen readers skip them. */
export const SILENT = { tabIndex: -1, 'aria-hidden': true } as const

interface Drop {
  event: ScheduleEventData
  newStart: string
  /** The row on which it was dropped, in a grid of resources. */
  resourceId?: string | number
}

/** The names of the parts of Mantine's grids. That of a weekday stands before the date in the accessible name of its button. */
export const gridLabels = () => ({
  allDay: t('All day'),
  week: t('Week'),
  weekday: t('Day'),
  moreLabel: (count: number) => t('+{count} more', { count }),
})

/** The props of all grids. */
export function gridProps({ viewPath, calendar, moves, choices, entries }: CalendarContent) {
  const hrefOf = ({ more, place }: Payload) => {
    const day = { view: viewOfDay({ calendar, entries }), day: more?.day ?? '' }
    return calendar.addressOf(more && place ? { ...day, hour: hourOf(more.start) } : day)
  }
  const renderEvent: NonNullable<WeekViewProps['renderEvent']> = (event, { style, ...props }) => {
    const payload = payloadOf(event)
    const { segment, place, isClosed } = payload
    if (isClosed)
      return (
        <div className={`${String(props.className)} ${styles.closed ?? ''}`} style={style} data-closed aria-hidden />
      )
    const rootProps = { ...props, style: { ...style, ...place } }
    if (segment === undefined) return <MoreBlock href={hrefOf(payload)} rootProps={rootProps} />
    return <EntryBlock entry={segment.entry} viewPath={viewPath} moves={moves} rootProps={rootProps} />
  }
  return {
    className: styles.grid,
    locale: currentLanguage().language,
    labels: gridLabels(),
    date: calendar.state.day,
    withHeader: false,
    renderEvent,
    renderEventBody: (event: ScheduleEventData) => {
      const { segment, words } = payloadOf(event)
      return segment ? <EntryBody segment={segment} /> : <MoreBody words={words} />
    },
    withEventsDragAndDrop: moves.isOffered,
    canDragEvent: (event: ScheduleEventData) => {
      const { segment } = payloadOf(event)
      return segment !== undefined && moves.canMove(segment.entry)
    },
    onEventDrop: ({ event, newStart, resourceId }: Drop) => {
      const { segment } = payloadOf(event)
      const place = segment && placeAt(segment.entry, newStart, segment.start)
      const chosen = choices?.find(({ value }) => String(value) === resourceId)
      if (segment && place) moves.drop(segment.entry, { ...place, ...(chosen && { resource: chosen.value }) })
    },
  }
}

const hourOf = (instant: Date) => Number(wallClock(instant).slice(11, 13))

/** Where a grid begins in view, as a time of Mantine: at the hour of the address, or else at this one. */
export const firstHour = ({ calendar: { state } }: CalendarContent, standard: number): string =>
  `${String(state.hour ?? standard).padStart(2, '0')}:00:00`

/**
 * The props of what scrolls. The router carries its position over to the next address by the name: another view, an hour and a press of
 * Today have positions of their own.
 */
export const viewportProps = ({ calendar: { state, prefix, todayPresses } }: CalendarContent) => ({
  tabIndex: 0,
  'data-scroll-restoration-id': [`${prefix}${state.view}`, state.hour, todayPresses].join('-'),
})

/** With this many resources, a row for each is easier to read. */
const MANY_RESOURCES = 5

/** The view in which a day is opened: as a list where there is little room, and by resource if its entries have many resources. */
export function viewOfDay({ calendar, entries }: Pick<CalendarContent, 'calendar' | 'entries'>): CalendarView {
  if (calendar.isNarrow) return 'list'
  return new Set(entries.map(({ resourceId }) => resourceId)).size >= MANY_RESOURCES ? 'resource' : 'day'
}

/** Further props of grids with hours. The label of the covered hour is left out. */
export function hourProps({ moves, onCreate, choices }: CalendarContent, covered: number | null = null) {
  return {
    intervalMinutes: FREE_TIME,
    eventDragInterval: moves.step,
    slotLabelFormat: timeLabel({ hour: 'numeric', minute: '2-digit' }, covered),
    getCurrentTime: now,
    onTimeSlotClick: ({ slotStart, resourceId }: { slotStart: string; resourceId?: string | number }) =>
      onCreate?.(slotStart, choices?.find(({ value }) => String(value) === resourceId)?.value),
  }
}

const SHORT = 40 * 60_000

/** The text of an entry in a grid. The title comes first, because there may be room for one line only. */
function EntryBody({ segment: { entry, start, end } }: { segment: Segment }) {
  const isShort = end.getTime() - start.getTime() < SHORT
  return (
    <span className={styles.body} data-short={isShort}>
      <span className={styles.title}>{entry.title}</span> <span className={styles.times}>{entryTimes(entry)}</span>{' '}
      {entry.resource !== '' && <span className={styles.resource}>{entry.resource}</span>}
      <VisuallyHidden> {entryPlace(entry)}</VisuallyHidden>
    </span>
  )
}

function MoreBody({ words: { short, long } = { short: '', long: '' } }: { words: Payload['words'] }) {
  return (
    <span className={styles.moreBody}>
      <span aria-hidden>{short}</span>
      <VisuallyHidden>{long}</VisuallyHidden>
    </span>
  )
}

/** Whether a local time of Mantine, `2026-11-20 08:00:00`, is a full hour. */
const isHour = (moment: string) => moment.slice(14, 16) === '00'

/** The present time on the person's clock. Its odd second keeps it off the lines of a grid. */
const now = () => `${wallClock(new Date()).slice(0, 17)}01`

/** Makes the labels beside or above a grid: of whole hours, and of the present time. */
export const timeLabel =
  (hours: Intl.DateTimeFormatOptions, covered: number | null = null) =>
  (moment: string) => {
    if (moment.endsWith(':01')) return formatLocal(moment, { hour: 'numeric', minute: '2-digit' })
    return isHour(moment) && Number(moment.slice(11, 13)) !== covered ? formatLocal(moment, hours) : ''
  }

/** The content of a Mantine event: a part of an entry, or entries without room. */
interface Payload {
  readonly segment?: Segment
  readonly more?: More
  /** Whether it is a time in which nobody works. */
  readonly isClosed?: boolean
  /** The texts for `more`. */
  readonly words?: { readonly short: string; readonly long: string }
  /** Its position on its day, which replaces Mantine's. */
  readonly place?: CSSProperties
}

const payloadOf = ({ payload }: ScheduleEventData) => payload as Payload

/** A part of an entry as an event of Mantine. */
export const eventOf = (segment: Segment, lane?: Lane): ScheduleEventData => ({
  id: segment.id,
  title: `${segment.entry.title} ${entryTimes(segment.entry)}`,
  // Mantine knows no time zones and places events by their written time.
  start: wallClock(segment.start),
  end: endAfter(wallClock(segment.start), wallClock(segment.end)),
  color: 'gray',
  resourceId: segment.entry.resourceId,
  payload: { segment, ...(lane && { place: placeOf(lane) }) } satisfies Payload,
})

/** The times in which nobody works, as Mantine's events behind the others: of one resource, or of all that are shown. */
export function closedEvents(content: CalendarContent, id?: string): ScheduleEventData[] {
  const { working, range } = content
  const own = working?.filter(({ resource }) =>
    id === undefined ? isShown(content, resource) : String(resource) === id,
  )
  if (own === undefined) return []
  return closedTimes(own, range).map(({ start, end }) => ({
    id: `closed ${id ?? ''} ${start.toISOString()}`,
    title: '',
    start: wallClock(start),
    // Mantine shows a whole day above the hours, also if it ends a second before midnight.
    end: endAfter(wallClock(start), wallClock(new Date(end.getTime() - 2000))),
    color: 'gray',
    display: 'background',
    ...(id !== undefined && { resourceId: id }),
    payload: { isClosed: true } satisfies Payload,
  }))
}

/** Whether the filter leaves a resource. */
export function isShown({ calendar, resource }: CalendarContent, value: unknown): boolean {
  const chosen = calendar.filters[resource?.name ?? '']
  return chosen === undefined || chosen.includes(String(value))
}

/** On the day on which clocks are set back, an end may read earlier than its start, which Mantine refuses. */
const endAfter = (start: string, end: string) => (end < start ? start : end)

interface MoreOptions {
  /** Whether no other entry of the day is shown. */
  readonly isAll?: boolean
  /** Whether there is room for a number only. */
  readonly isNarrow?: boolean
  readonly place?: CSSProperties
}

/** Entries without room as a Mantine event. */
export function moreEvent(more: More, { isAll = false, isNarrow = false, place }: MoreOptions = {}): ScheduleEventData {
  const long = moreText(more, { isAll, withTimes: place !== undefined })
  const count = formatCount(more.count)
  const whole = isNarrow ? count : entriesText(more.count)
  const short = isAll ? whole : `+${count}`
  return {
    id: more.id,
    title: long,
    start: wallClock(more.start),
    end: wallClock(more.end),
    color: 'gray',
    payload: { more, words: { short, long }, ...(place && { place }) } satisfies Payload,
  }
}

/** The width of the strip at the end of a day, in pixels. */
export const STRIP_WIDTH = 34

/** The position of `More` on its day: in the strip, or across the day if there is room for nothing else. */
export const stripPlace = (fewer: number): CSSProperties =>
  fewer === 0
    ? { left: 0, insetInlineStart: undefined, width: '100%' }
    : { left: `calc(100% - ${STRIP_WIDTH}px)`, insetInlineStart: undefined, width: STRIP_WIDTH - 2 }

function placeOf({ at, span, of, besideMore }: Lane): CSSProperties {
  const room = besideMore ? `(100% - ${STRIP_WIDTH}px)` : '100%'
  return {
    left: `calc(${room} * ${at / of})`,
    insetInlineStart: undefined,
    width: `calc(${room} * ${span / of} - 1px)`,
  }
}
