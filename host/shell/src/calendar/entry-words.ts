import type { CalendarEntry } from './calendar-entries.ts'
import { dayOf } from './calendar-day.ts'

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const instants = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** From when until when: times alone on one day, else with their days. */
export function entryTimes({ start, end }: Pick<CalendarEntry, 'start' | 'end'>): string {
  return (dayOf(start) === dayOf(end) ? times : instants).formatRange(start, end)
}

const places = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** From when until when, with the day: for who is told where an entry goes to. */
export const placeTimes = ({ start, end }: Pick<CalendarEntry, 'start' | 'end'>): string =>
  places.formatRange(start, end)

/** What its place and its colour say of an entry, for who does not see them. */
export function entryPlace({ start, state }: Pick<CalendarEntry, 'start' | 'state'>): string {
  return [days.format(start), state].filter((text) => text !== '').join(', ')
}
