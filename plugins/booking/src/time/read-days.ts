import { daysFromToday, folded, monthNamed, weekdayNamed } from './day-names.ts'
import { DAY, utcDate } from './span.ts'

/** One way to understand a text: as some days, and the rest of its words. */
export interface Reading {
  /** `2026-12-07`. `12/07` is one of two days. */
  readonly days: readonly string[]
  readonly rest: string
  /** Whether the day is written in words, which can be somebody's name, too: `Morgen`. */
  readonly isSpelled: boolean
}

/** The words of a text that name a day. */
interface Found extends Omit<Reading, 'rest'> {
  /** How many words. */
  readonly count: number
}

type Reader = (words: readonly string[], now: string) => Found | undefined

/** The most days that are read from one text. */
const MOST_READINGS = 4

/** The fewest letters that are read: two, such as `So`, are more often the beginning of a name. */
const SHORTEST_TEXT = 3

/** The most letters of a word that is read. */
const LONGEST_WORD = 40

/**
 * The days in a text, each with the rest of the text: `7. Dezember`, `Nov 23, 2026`, `12/7`, `2026-12-07`, `morgen`, `Monday`. The words of all
 * languages of the shell are understood. A day without a year is in this year, and a day of the week is the next one, today included.
 */
export function readDays(text: string, now: string): readonly Reading[] {
  if (text.trim().length < SHORTEST_TEXT) return []
  const written = text.split(/[\s,;،()]/).filter(Boolean)
  const words = written.map((word) => (word.length > LONGEST_WORD ? '' : folded(word)))
  const readings: Reading[] = []
  for (let at = 0; at < words.length && readings.length < MOST_READINGS;) {
    const found = readFirst(words.slice(at, at + LONGEST_DAY), now)
    if (found !== undefined) readings.push({ ...found, rest: written.toSpliced(at, found.count).join(' ') })
    at += found?.count ?? 1
  }
  return readings
}

/** A day of the week and three words of a date. */
const LONGEST_DAY = 4

/** The day that a text begins with. */
function readFirst(words: readonly string[], now: string): Found | undefined {
  for (const read of READERS) {
    const found = read(words, now)
    if (found !== undefined && found.days.length > 0) return found
  }
  return undefined
}

const readRelative: Reader = (words, now) => {
  for (const count of [2, 1].filter((each) => each <= words.length)) {
    const days = daysFromToday(words.slice(0, count).join(' '))
    if (days !== undefined) return { days: [dayAfter(now, days)], count, isSpelled: true }
  }
  return undefined
}

/** The next such day. In `Monday, 7 December`, the day of the week belongs to the date, if it is right. */
const readWeekday: Reader = ([word = '', ...others], now) => {
  const weekday = weekdayNamed(word)
  if (weekday === undefined) return undefined
  const date = readFirst(others, now)
  const days = date?.days.filter((day) => weekdayOf(day) === weekday) ?? []
  if (date !== undefined && days.length > 0) return { days, count: date.count + 1, isSpelled: true }
  return { days: [dayAfter(now, (weekday - weekdayOf(now) + 7) % 7)], count: 1, isSpelled: true }
}

const readIso: Reader = ([word = '']) => {
  const [, year = '', month = '', date = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(word) ?? []
  return { days: daysOf({ year, month, date }), count: 1, isSpelled: false }
}

const readDotted: Reader = ([word = ''], now) => {
  const [, date = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?$/.exec(word) ?? []
  return { days: daysOf({ year: yearOf(year, now), month, date }), count: 1, isSpelled: false }
}

/** `12/7` is the 7th of December and the 12th of July. */
const readSlashed: Reader = ([word = ''], now) => {
  const [, one = '', two = '', written] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(word) ?? []
  const year = yearOf(written, now)
  const days = [...daysOf({ year, month: one, date: two }), ...daysOf({ year, month: two, date: one })]
  return { days: [...new Set(days)], count: 1, isSpelled: false }
}

const readDayFirst: Reader = ([day = '', month = '', year], now) => readSpelled({ day, month, year }, now)

const readMonthFirst: Reader = ([month = '', day = '', year], now) => readSpelled({ day, month, year }, now)

function readSpelled(
  { day, month, year }: { day: string; month: string; year: string | undefined },
  now: string,
): Found | undefined {
  const date = /^(\d{1,2})(?:\.|st|nd|rd|th)?$/.exec(day)?.[1]
  const number = date === undefined ? undefined : monthNamed(month)
  if (date === undefined || number === undefined) return undefined
  const written = year !== undefined && /^(?:\d{4}|\d{2})$/.test(year) ? year : undefined
  const days = daysOf({ year: yearOf(written, now), month: String(number), date })
  return { days, count: written === undefined ? 2 : 3, isSpelled: true }
}

const READERS = [readRelative, readWeekday, readIso, readDotted, readSlashed, readDayFirst, readMonthFirst]

const dayAfter = (day: string, days: number) => utcDate(Date.parse(day) + days * DAY)

const weekdayOf = (day: string) => new Date(day).getUTCDay()

/** Two digits are a year of this century. */
const yearOf = (written: string | undefined, now: string) => now.slice(0, 4 - (written?.length ?? 0)) + (written ?? '')

/** None if there is no such day. */
function daysOf({ year, month, date }: { year: string; month: string; date: string }): string[] {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && utcDate(time) === day ? [day] : []
}
