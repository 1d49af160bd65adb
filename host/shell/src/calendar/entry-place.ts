import type { CalendarWidget } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import type { ListState } from '../table/list-state.ts'
import { DAY_PARAMETER } from '../form/wanted-day.ts'
import { asText } from '../values/as-text.ts'
import { type CalendarDay, dayOf } from '../values/calendar-day.ts'
import { toInstant, toLocalTime } from '../values/dates.ts'
import type { CalendarEntry } from './calendar-entries.ts'

/** The time of an entry and its resource. Without `resource` the resource is unchanged. */
export interface EntryPlace {
  readonly start: Date
  readonly end: Date
  readonly resource?: unknown
}

/** The changed fields of a record. */
export type Changes = Readonly<Record<string, unknown>>

/**
 * Moves an entry to a local time, `YYYY-MM-DD HH:mm:ss`. Its duration in elapsed time is kept. Its present local time yields its present
 * instant, even if that time occurs twice because clocks are set back. Null for an invalid time, or one that clocks skip. `from` is the
 * start of the moved part, if the entry crosses midnight.
 */
export function placeAt(
  { start, end }: Pick<CalendarEntry, 'start' | 'end'>,
  localTime: string,
  from: Date = start,
): EntryPlace | null {
  if (localTime === toLocalTime(from.toISOString())) return { start, end }
  const instant = toInstant(localTime)
  if (instant === undefined || toLocalTime(instant) !== localTime) return null
  const moved = new Date(Date.parse(instant) - (from.getTime() - start.getTime()))
  return { start: moved, end: new Date(moved.getTime() + end.getTime() - start.getTime()) }
}

/** The changes of the record that move its entry to a place; empty if it is already there. */
export function placeChanges(
  { starts, ends, resource }: CalendarWidget,
  { record, start }: Pick<CalendarEntry, 'record' | 'start'>,
  place: EntryPlace,
): Changes {
  const isLater = place.start.getTime() !== start.getTime()
  const isElsewhere =
    resource && place.resource !== undefined && asText(place.resource) !== asText(record[resource.name])
  return {
    ...(isLater && { [starts]: place.start.toISOString() }),
    ...(isLater && asText(record[ends]) !== '' && { [ends]: place.end.toISOString() }),
    ...(isElsewhere && { [resource.name]: place.resource }),
  }
}

/** The fields that decide the place of an entry, and whether it can be moved. */
const placeFields = ({ starts, ends, resource, move }: CalendarWidget): string[] =>
  [starts, ends, resource?.name, move?.when?.field].filter((name) => name !== undefined)

/** Whether two versions of a record have the same place. */
export const hasSamePlace = (widget: CalendarWidget, a: DataRecord, b: DataRecord): boolean =>
  placeFields(widget).every((name) => asText(a[name]) === asText(b[name]))

interface CreateFrom {
  /** The local time of the clicked free time. */
  readonly time?: string
  /** The resource of the clicked free time. */
  readonly taken?: unknown
  /** The first visible day, or the chosen one, if no time was clicked. */
  readonly day?: CalendarDay
  readonly filters?: ListState['filters']
}

/** What the form of a new record begins with, as a query: the time and resource or the day, and what the calendar is filtered by. */
export function createQuery({ starts, resource }: CalendarWidget, from: CreateFrom): string {
  const { time, taken, day, filters = {} } = from
  const params = new URLSearchParams()
  if (time !== undefined) params.set(starts, toInstant(time) ?? '')
  else if (day !== undefined && day > dayOf(new Date())) params.set(DAY_PARAMETER, day)
  for (const [name, [value, ...others]] of Object.entries(filters))
    if (value !== undefined && others.length === 0) params.set(name, value)
  if (resource && taken !== undefined) params.set(resource.name, asText(taken))
  return params.toString()
}
