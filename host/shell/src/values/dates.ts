import { dateFormat, personZone, relativeFormat } from './person-formats.ts'

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Whether a value is a calendar day, `YYYY-MM-DD`. */
export const isDay = (value: unknown): boolean => typeof value === 'string' && CALENDAR_DAY.test(value)

/**
 * Reads a day or an instant; null for anything else. A calendar day is that day in the person's time zone: read as UTC it would be the day
 * before, west of Greenwich.
 */
export function readDate(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (typeof value === 'string' && CALENDAR_DAY.test(value)) return instantAt(`${value} 00:00:00`)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

export const formatDay = (date: Date): string => dateFormat({ dateStyle: 'medium' }).format(date)
export const formatInstant = (date: Date): string =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(date)

/** The time since, or until, an instant in the person's language: `3 hours ago`, `in 2 days`, `now`. */
export function formatSince(date: Date, now: Date = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const relative = relativeFormat({ numeric: 'auto', style: 'long' })
  return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.trunc(seconds / size), unit)
}

/** An instant as date and time in the person's time zone, `YYYY-MM-DD HH:mm:ss`; null for anything else. */
export function toLocalTime(instant: unknown): string | null {
  if (typeof instant !== 'string') return null
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : wallClock(date)
}

/** A date and time in the person's time zone as an instant in UTC; undefined for none, and for an invalid one. */
export function toInstant(localTime: string | null): string | undefined {
  return localTime === null || localTime === '' ? undefined : instantAt(localTime)?.toISOString()
}

/** The clock time at an instant in the person's time zone, `YYYY-MM-DD HH:mm:ss`. */
export function wallClock(instant: Date): string {
  const parts = clockOf(personZone()).formatToParts(instant)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const [day, time] = [
    ['year', 'month', 'day'],
    ['hour', 'minute', 'second'],
  ].map((types) => types.map(read))
  return `${day?.join('-')} ${time?.join(':')}`
}

const DAY = 86_400_000

/**
 * The instant of a clock time in the person's time zone; null for an invalid one. If a time occurs twice, the first is meant. A time that
 * clocks skip is shifted forward by the skipped span.
 */
export function instantAt(wall: string): Date | null {
  const [day = '', time = '00:00:00'] = wall.split(/[ T]/)
  const asUtc = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  const shown = new Date(asUtc).toISOString().slice(0, 19).replace('T', ' ')
  const [before, after] = [asUtc - DAY, asUtc + DAY].map((near) => new Date(asUtc - offsetAt(near)))
  return [before, after].find((each) => each && wallClock(each) === shown) ?? before ?? null
}

/** Milliseconds by which clocks in the person's time zone are ahead of UTC. */
const offsetAt = (time: number) =>
  Date.parse(`${wallClock(new Date(time)).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const known = clocks.get(zone)
  const parts = {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
  } as const
  const clock = known ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...parts })
  clocks.set(zone, clock)
  return clock
}
