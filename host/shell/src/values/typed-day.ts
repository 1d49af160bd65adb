import { dateFormat } from './person-formats.ts'

const YEAR_FIRST = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/
const DAY_FIRST = /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/
const MONTH_FIRST = /^(?<month>\d{1,2})([-/])(?<day>\d{1,2})\2(?<year>\d{4})$/

/**
 * Reads a day as a person types it: the year first (`1980-02-11`), or in the order of their language (`02/11/1980` in the United
 * States). Between points the day always comes first. Returns `YYYY-MM-DD`; undefined for anything else, and for a day that the calendar
 * does not have. The year needs four digits, and no other order is tried: a wrong guess would be another day.
 */
export function readTypedDay(typed: string, locale: string = personLocale()): string | undefined {
  const text = typed.trim()
  const { groups } = YEAR_FIRST.exec(text) ?? inOrder(text, locale) ?? {}
  if (groups === undefined) return undefined
  const [year, month, day] = [Number(groups.year), Number(groups.month), Number(groups.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

function inOrder(text: string, locale: string): RegExpExecArray | null {
  if (text.includes('.')) return DAY_FIRST.exec(text)
  const pattern = dayPattern(locale)
  if (pattern.startsWith('D')) return DAY_FIRST.exec(text)
  return pattern.startsWith('M') ? MONTH_FIRST.exec(text) : null
}

/** How a day is written in a language: `DD.MM.YYYY`, `MM/DD/YYYY`. */
export function dayPattern(locale: string = personLocale()): string {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const
  const letters: Readonly<Record<string, string>> = { year: 'YYYY', month: 'MM', day: 'DD', era: '' }
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(0)
  return parts
    .map(({ type, value }) => letters[type] ?? value)
    .join('')
    .trim()
}

const personLocale = (): string => dateFormat({}).resolvedOptions().locale

/** Whether a text is a day as it is saved: `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => readTypedDay(text) === text

/** Why a typed text cannot be saved as a day; undefined if it can. */
export function dayProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || isDay(value)) return undefined
  const own = dayPattern()
  const forms = own === 'YYYY-MM-DD' ? own : `YYYY-MM-DD or ${own}`
  return `“${value}” is not a date. Enter it as ${forms}.`
}
