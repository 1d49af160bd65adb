import { formatDay, instantAt, readDate } from './dates.ts'
import type { Notation } from './notation.ts'
import { readTypedDay } from './typed-day.ts'
import { readTypedTime } from './typed-time.ts'

/**
 * Reads a day as `readTypedDay` does, and also as the person's lists show days, with a weekday or a year of two digits, and as spreadsheets
 * do, at midnight.
 */
export function readShownDay(typed: string, { first }: Notation = {}): string | undefined {
  const text = plain(typed).replace(/[T ]00:00(:00(\.0+)?)?$/, '')
  const read = (day: string) => readTypedDay(day, undefined, first)
  return read(text) ?? read(text.replace(/^\p{L}+\.?,? /u, '')) ?? withShortYear(text, first)
}

/** A year of two digits is only read in the person's own format, which decides what it means. */
function withShortYear(text: string, first: Notation['first']): string | undefined {
  const [, start = '', year = ''] = /^(\d{1,2}[./-]\d{1,2}[./-])(\d{2})$/.exec(text) ?? []
  if (year === '') return undefined
  const days = ['20', '19'].map((century) => readTypedDay(`${start}${century}${year}`, undefined, first))
  return days.find((day) => day !== undefined && plain(formatDay(readDate(day) ?? new Date(NaN))) === text)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** Between both stands a comma or a word: `at`, `à`, `um`. */
const DAY_AND_TIME = /^(.+?)(?:,? (?:\p{L}+ )?|T)(\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?)$/iu

/** Reads a day and a time in the person's zone, as their lists show them, or an instant in UTC. Returns an instant in UTC. */
export function readShownInstant(typed: string, notation: Notation = {}): string | undefined {
  const text = plain(typed)
  if (INSTANT.test(text)) return new Date(text).toISOString()
  const [, before = '', clock = ''] = DAY_AND_TIME.exec(text) ?? []
  const [, seconds = '00'] = /^\d{1,2}:\d{2}:(\d{2})/.exec(clock) ?? []
  const day = readShownDay(before, notation)
  const time = readTypedTime(clock.replace(/^(\d{1,2}:\d{2}):\d{2}(\.\d+)?/, '$1'))
  return day === undefined || time === undefined ? undefined : instantAt(`${day} ${time}:${seconds}`)?.toISOString()
}

/** Formats contain special spaces. */
const plain = (text: string): string => text.replaceAll(/[\s\u00A0\u202F]+/g, ' ').trim()
