import { type Message, msg, t } from '../language/t.ts'
import { firstPart, type Notation } from './notation.ts'
import { dateFormat } from './person-formats.ts'

const YEAR_FIRST = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/
const DAY_FIRST = /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/
const MONTH_FIRST = /^(?<month>\d{1,2})([-/])(?<day>\d{1,2})\2(?<year>\d{4})$/
const DAY_THEN_NAME = /^(?<day>\d{1,2})\.? (?<name>\p{L}+)\.?,? (?<year>\d{4})$/u
const NAME_THEN_DAY = /^(?<name>\p{L}+)\.? (?<day>\d{1,2}),? (?<year>\d{4})$/u

/**
 * Reads a day as a person types it: the year first (`1980-02-11`), with the name of its month (`11 Feb 1980`), or in the order of their
 * language (`02/11/1980` in the United States). With dots the day always comes first. Returns `YYYY-MM-DD`; undefined for anything else,
 * and for a day that does not exist. The year needs four digits, and no other order is tried, because a wrong guess would yield another
 * day.
 * @param first what comes first, if not by the language
 */
export function readTypedDay(
  typed: string,
  locale: string = personLocale(),
  first: Notation['first'] = firstPart(locale),
): string | undefined {
  const text = typed.trim()
  const { groups } = YEAR_FIRST.exec(text) ?? inOrder(text, first) ?? withMonthName(text) ?? {}
  if (groups === undefined) return undefined
  const [year, day] = [Number(groups.year), Number(groups.day)]
  const month = Number(groups.month ?? monthNamed(groups.name ?? '', locale))
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** With a month name the order is unambiguous in any language: `11 Feb 1980`, `Feb 11, 1980`. */
const withMonthName = (text: string) => DAY_THEN_NAME.exec(text) ?? NAME_THEN_DAY.exec(text)

const monthNumbers = new Map<string, ReadonlyMap<string, number>>()

/** The number of a month by its long or short name, in the language or in English; 0 for an unknown name. */
function monthNamed(name: string, locale: string): number {
  const numbers = monthNumbers.get(locale) ?? numbersOf(locale)
  monthNumbers.set(locale, numbers)
  return numbers.get(plainName(name)) ?? 0
}

/** A cache: fields are read with each key press, and a format is slow to create. */
function numbersOf(locale: string): ReadonlyMap<string, number> {
  const common = { day: 'numeric', calendar: 'gregory', timeZone: 'UTC' } as const
  const formats = [locale, 'en-US', 'en-GB'].flatMap((each) =>
    (['short', 'long'] as const).map((month) => new Intl.DateTimeFormat(each, { ...common, month })),
  )
  const numbers = new Map<string, number>()
  for (let month = 12; month >= 1; month -= 1)
    for (const format of formats) numbers.set(plainName(monthName(month, format)), month)
  return numbers
}

/** The form used beside a day, which differs from the word alone in some languages. */
const monthName = (month: number, format: Intl.DateTimeFormat) =>
  format.formatToParts(Date.UTC(2024, month - 1, 1)).find(({ type }) => type === 'month')?.value ?? ''

const plainName = (name: string) => name.replace('.', '').toLowerCase()

function inOrder(text: string, first: Notation['first']): RegExpExecArray | null {
  if (text.includes('.') || first === 'day') return DAY_FIRST.exec(text)
  return first === 'month' ? MONTH_FIRST.exec(text) : null
}

/** The format of a day in a locale, with the letters of the person's language: `TT.MM.JJJJ`, `MM/DD/YYYY`. */
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
  const pattern = parts
    .map(({ type, value }) => letters[type] ?? value)
    .join('')
    .trim()
  return showPattern(pattern)
}

/** `DD/MM/YYYY` → `TT/MM/JJJJ`: a format with the letters of the person's language. */
export const showPattern = (pattern: string): string =>
  pattern.replace(/YYYY|MM|DD/g, (letters) => t(LETTERS[letters] ?? letters))

const LETTERS: Readonly<Record<string, Message>> = { YYYY: msg('YYYY'), MM: msg('MM'), DD: msg('DD') }

const personLocale = (): string => dateFormat({}).resolvedOptions().locale

/** Whether a text is a day in its stored form: `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => readTypedDay(text) === text

/** Why a typed text cannot be saved as a day; undefined if it can. */
export function dayProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || isDay(value)) return undefined
  const own = dayPattern()
  const forms = own === showPattern('YYYY-MM-DD') ? own : t('YYYY-MM-DD or {own}', { own })
  return t('“{value}” is not a date. Enter it as {forms}.', { value, forms })
}
