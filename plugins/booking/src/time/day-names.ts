import { DAY } from './span.ts'

/** The languages of the shell. A search does not know the language of its person, so all of them are understood. */
const LANGUAGES = ['en', 'de', 'ar']

/** The words for days. The keys are folded. */
interface DayNames {
  /** Of months, from 1. */
  readonly months: ReadonlyMap<string, number>
  /** Of days of the week: 0 is Sunday. */
  readonly weekdays: ReadonlyMap<string, number>
  /** Of days beside today: `gestern` is -1. Some have two words. */
  readonly relative: ReadonlyMap<string, number>
}

const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'

/** A word without accents, capitals, marks of direction and Arabic digits. */
export const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(ARABIC_DIGITS.indexOf(digit)))
    .toLowerCase()

/** The number of the month that a folded word names, or begins to name: `dez.`, `sept`. */
export function monthNamed(word: string): number | undefined {
  const name = withoutDot(word)
  const whole = names().months.get(name)
  if (whole !== undefined || name.length < 3) return whole
  return [...names().months].find(([known]) => known.startsWith(name))?.[1]
}

/** The day of the week that a folded word names. Sunday is 0. */
export const weekdayNamed = (word: string): number | undefined => names().weekdays.get(withoutDot(word))

/** How many days after today the day is that folded words name: `morgen` is 1. */
export const daysFromToday = (words: string): number | undefined => names().relative.get(words)

const withoutDot = (word: string) => (word.endsWith('.') ? word.slice(0, -1) : word)

let known: DayNames | undefined
const names = (): DayNames => (known ??= { months: months(), weekdays: weekdays(), relative: relative() })

/** A Sunday. */
const FIRST_SUNDAY = Date.UTC(2026, 0, 4)

const months = () => namesOf('month', (month) => Date.UTC(2026, month), { count: 12, first: 1 })

const weekdays = () => namesOf('weekday', (day) => FIRST_SUNDAY + day * DAY, { count: 7, first: 0 })

function namesOf(
  part: 'month' | 'weekday',
  timeOf: (index: number) => number,
  { count, first }: { count: number; first: number },
): Map<string, number> {
  const formats = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' })),
  )
  const indexes = Array.from({ length: count }, (_, index) => index)
  return new Map(
    formats.flatMap((format) =>
      indexes.map((index) => [withoutDot(folded(format.format(timeOf(index)))), index + first] as const),
    ),
  )
}

/** Two days before and after today at most have names: `übermorgen`, but `2 days ago`. */
function relative(): Map<string, number> {
  const named = LANGUAGES.flatMap((language) => {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    return [-2, -1, 0, 1, 2].map((days) => [folded(format.format(days, 'day')), days] as const)
  })
  return new Map(named.filter(([words]) => !/\d/.test(words)))
}
