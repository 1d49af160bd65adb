import { ApiProblem } from '../api/api-problem.ts'
import { dayOf } from './calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'

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

/** The zone that the person's clock shows, and how far it is from UTC on a day: `Europe/Berlin (GMT+1)`. */
export function zoneName(day: Date): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(day).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone.replaceAll('_', ' ')} (${offset})`
}

/** Said where somebody else was faster. */
export const CHANGED = 'Somebody else has changed it meanwhile. Look where it is now before you move it.'

/** Why a move was refused, as one can say it to the person. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error)
  if (error.status === 412) return CHANGED
  const reasons = (error.problem.details ?? []).map(({ message }) => message)
  return reasons.length > 0 ? `${[...new Set(reasons)].join('. ')}.` : error.message
}
