import { ApiProblem } from '../api/api-problem.ts'
import { msg, t, tn } from '../language/t.ts'
import { dayOf } from '../values/calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import type { More } from './calendar-segments.ts'
import type { EntryPlace } from './entry-place.ts'
import { dateFormat, formatCount } from '../values/person-formats.ts'

const times = () => dateFormat({ timeStyle: 'short' })
const instants = () =>
  dateFormat({
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
const days = () => dateFormat({ dateStyle: 'full' })

/** The start and end of an entry, with days if it spans more than one. */
export function entryTimes({ start, end }: Pick<CalendarEntry, 'start' | 'end'>): string {
  return (dayOf(start) === dayOf(end) ? times() : instants()).formatRange(start, end)
}

const places = () =>
  dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })

/** The start and end of an entry, always with the day. */
export const placeTimes = ({ start, end }: Pick<CalendarEntry, 'start' | 'end'>): string =>
  places().formatRange(start, end)

/** What is said after a move: the new time, or only that it was moved if the time is the same. */
export const movedText = ({ title, start }: Pick<CalendarEntry, 'title' | 'start'>, place: EntryPlace): string =>
  place.start.getTime() === start.getTime()
    ? t('{title} moved', { title })
    : t('{title} moved to {time}', { title, time: placeTimes(place) })

/** The day and the state of an entry, which its place and its colour show, for screen readers. */
export function entryPlace({ start, state }: Pick<CalendarEntry, 'start' | 'state'>): string {
  return [days().format(start), state].filter((text) => text !== '').join(', ')
}

/** `1 entry`, `2,197 entries` */
export const entriesText = (count: number): string => tn('{count} entry', '{count} entries', count)

/** The text for entries that are not shown: `5 more on November 20, 2026, 9:00 – 10:00 AM`. */
export const moreText = ({ start, end, count }: More, { isAll = false, withTimes = false } = {}): string =>
  t('{entries} on {day}', {
    entries: isAll ? entriesText(count) : t('{count} more', { count: formatCount(count) }),
    day: `${dateFormat({ dateStyle: 'long' }).format(start)}${withTimes ? `, ${times().formatRange(start, end)}` : ''}`,
  })

/** The time zone of the person with its offset on a day: `Europe/Berlin (GMT+1)`. */
export function zoneName(day: Date): string {
  const format = dateFormat({ timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  const isUtc = timeZone === 'UTC' || offset === undefined || offset === timeZone
  return isUtc ? timeZone : `${timeZone.replaceAll('_', ' ')} (${offset})`
}

/** The message if somebody else has moved the entry. */
export const CHANGED = msg('Somebody else has changed it in the meantime. Check where it is now before you move it.')

/** The message for a refused move. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error)
  if (error.status === 412) return t(CHANGED)
  const reasons = (error.problem.details ?? []).map(({ message }) => message)
  return reasons.length > 0 ? `${[...new Set(reasons)].join('. ')}.` : error.message
}
