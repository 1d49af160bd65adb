import type { CalendarWidget } from '@atrium/sdk/documents'
import { asText } from '../values/as-text.ts'
import { toInstant, toLocalTime } from '../values/dates.ts'
import type { CalendarEntry, CalendarRecord } from './calendar-entries.ts'

/** When an entry is, and who or what is taken; without `resource` the same as before. */
export interface EntryPlace {
  readonly start: Date
  readonly end: Date
  readonly resource?: unknown
}

/** What becomes other in a record. */
export type Changes = Readonly<Record<string, unknown>>

/**
 * An entry at a time of the person's clock, `YYYY-MM-DD HH:mm:ss`. It takes as long as before, in elapsed time. The time it has
 * already stays the same moment, also where the clock shows it twice. Null for what is no time, or one that the clock skips.
 */
export function placeAt({ start, end }: Pick<CalendarEntry, 'start' | 'end'>, localTime: string): EntryPlace | null {
  if (localTime === toLocalTime(start.toISOString())) return { start, end }
  const instant = toInstant(localTime)
  if (instant === undefined || toLocalTime(instant) !== localTime) return null
  const moved = new Date(instant)
  return { start: moved, end: new Date(moved.getTime() + end.getTime() - start.getTime()) }
}

/** What has to be other in the record for its entry to be at a place; nothing where it is there already. */
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

/** The fields that say where a record stands, and whether it can be moved. */
const placeFields = ({ starts, ends, resource, move }: CalendarWidget): string[] =>
  [starts, ends, resource?.name, move?.when?.field].filter((name) => name !== undefined)

/** Whether two readings of a record agree on where it stands. */
export const standsAlike = (widget: CalendarWidget, a: CalendarRecord, b: CalendarRecord): boolean =>
  placeFields(widget).every((name) => asText(a[name]) === asText(b[name]))

/** The screen that makes a new record, with what a click on a free time already says: when, and who or what is taken. */
export function createAddress(
  { starts, resource }: CalendarWidget,
  path: string,
  { time, taken }: { time: string; taken?: unknown },
): string {
  const params = new URLSearchParams({ [starts]: toInstant(time) ?? '' })
  if (resource && taken !== undefined) params.set(resource.name, asText(taken))
  return `${path}?${params.toString()}`
}
