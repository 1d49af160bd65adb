import type { SlotSource } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { dateFormat } from '../values/person-formats.ts'

/** A time on offer. */
export interface SlotTime {
  /** The start of the slot, which is the value of the field. */
  starts: string
  /** The calendar day in the chosen time zone, `YYYY-MM-DD`. */
  day: string
  /** The time of day in that zone. */
  text: string
}

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(instant)
}

/** The first and the last day of a day's month. */
export function monthOf(day: string): { first: string; last: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { first: `${day.slice(0, 7)}-01`, last: `${day.slice(0, 7)}-${String(last).padStart(2, '0')}` }
}

/** The first day of the following month. */
export function nextMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/** Whether two texts are the same instant. */
export function isSameInstant(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' && Date.parse(a) === Date.parse(b)
}

/** The starts of the slots in an answer, without duplicates and in order. Rows without a valid start are ignored. */
export function startsOf(answer: unknown, { starts }: SlotSource): string[] {
  const rows = Array.isArray(answer) ? (answer as unknown[]) : []
  const texts = rows
    .map((row) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[starts] : undefined))
    .filter((text): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text)))
  const byInstant = new Map(texts.map((text) => [Date.parse(text), text]))
  return [...byInstant].sort(([a], [b]) => a - b).map(([, text]) => text)
}

/** The time zones that the slots of an answer name. */
export function zonesOf(answer: unknown, { zone }: SlotSource): string[] {
  if (zone === undefined || !Array.isArray(answer)) return []
  const zones = (answer as Record<string, unknown>[]).map((row) => row[zone])
  return [...new Set(zones.filter((each) => typeof each === 'string'))]
}

/** The times on offer in a time zone. A time that occurs twice in a day, when clocks are set back, also shows its offset. */
export function slotTimes(starts: readonly string[], zone: string): SlotTime[] {
  const clock = dateFormat({ timeZone: zone, hour: 'numeric', minute: '2-digit' })
  const precise = dateFormat({
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  })
  const times = starts.map((text) => {
    const instant = new Date(text)
    return { starts: text, instant, day: dayIn(zone, instant), text: clock.format(instant) }
  })
  const isTwice = ({ day, text }: SlotTime) =>
    times.filter((other) => other.day === day && other.text === text).length > 1
  return times.map((time) => ({
    starts: time.starts,
    day: time.day,
    text: isTwice(time) ? precise.format(time.instant) : time.text,
  }))
}

/** An instant with its day and time in a time zone. */
export function wholeTime(instant: string, zone: string): string {
  return dateFormat({ timeZone: zone, dateStyle: 'full', timeStyle: 'short' }).format(new Date(instant))
}

/** Says that a time is not free. */
export function notFreeText(instant: string, zone: string): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const format = dateFormat({ timeZone: zone, ...day, hour: 'numeric', minute: '2-digit' })
  return t('{time} is not free. Choose another time.', { time: format.format(new Date(instant)) })
}
