const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const instants = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' })

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * Reads a day or an instant; null for anything else. A calendar day is that day in the time zone of the person: read as UTC it would be
 * the day before, west of Greenwich.
 */
export function readDate(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const date = new Date(typeof value === 'string' && CALENDAR_DAY.test(value) ? `${value}T00:00:00` : value)
  return Number.isNaN(date.getTime()) ? null : date
}

export const formatDay = (date: Date): string => days.format(date)
export const formatInstant = (date: Date): string => instants.format(date)

/** The time since, or until, an instant in the person's language: `3 hours ago`, `in 2 days`, `now`. */
export function formatSince(date: Date, now: Date = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.trunc(seconds / size), unit)
}

/** An instant as local date and time, `YYYY-MM-DD HH:mm:ss`; null for anything else. */
export function toLocalTime(instant: unknown): string | null {
  if (typeof instant !== 'string') return null
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** A local date and time as an instant in UTC; undefined for none, and for an invalid one. */
export function toInstant(localTime: string | null): string | undefined {
  if (localTime === null || localTime === '') return undefined
  const date = new Date(localTime.replace(' ', 'T'))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
