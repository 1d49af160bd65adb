import type { SessionInfo } from '@atrium/sdk/documents'

/** A person's choices. Without one, the browser decides. */
export type PersonFormats = Pick<SessionInfo, 'locale' | 'time_zone' | 'formats'>

let person: PersonFormats = {}
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()

/** From now on formats dates, times and numbers by this person's preferences. */
export function applyFormats({ locale, time_zone, formats }: PersonFormats): void {
  if (formatsKey(person) === formatsKey({ locale, time_zone, formats })) return
  person = { locale, time_zone, formats }
  made.clear()
}

const formatsKey = ({ locale, time_zone, formats }: PersonFormats): string =>
  JSON.stringify([locale, time_zone, formats])

/** The time zone of the person. */
export const personZone = (): string => person.time_zone ?? dateFormat({}).resolvedOptions().timeZone

/** The language of the person. */
export const personLocale = (): string => person.locale ?? dateFormat({}).resolvedOptions().locale

/** The first day of the person's week; 1 is Monday, 7 is Sunday. */
export const firstDayOfWeek = (): number => person.formats?.first_day ?? 1

/** Formats instants in the person's language and time zone, unless the options name another zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return remember('date', options, () => {
    const { date_style, hour_cycle } = person.formats ?? {}
    const hasTime = options.timeStyle !== undefined || options.hour !== undefined
    return new Intl.DateTimeFormat(person.locale, {
      timeZone: person.time_zone,
      ...options,
      ...(date_style && options.dateStyle === 'medium' && { dateStyle: date_style }),
      ...(hour_cycle && hasTime && { hourCycle: hour_cycle }),
    })
  })
}

/** Formats days and times that have no time zone, such as `2026-11-20` or `2026-11-20 08:00:00`. */
export function formatLocal(local: string, options: Intl.DateTimeFormatOptions): string {
  const [day = '', time = '00:00:00'] = local.split(/[ T]/)
  return dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${day}T${time}Z`))
}

/** A day in full words, without its year: `Tuesday, December 14`. */
export const dayInWords = (day: string): string => formatLocal(day, { weekday: 'long', day: 'numeric', month: 'long' })

/** Formats numbers in the person's language. */
export const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  remember('number', options, () => new Intl.NumberFormat(person.locale, options))

/** Formats relative times in the person's language. */
export const relativeFormat = (options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  remember('relative', options, () => new Intl.RelativeTimeFormat(person.locale, options))

/** A whole number in the person's language. */
export const formatCount = (count: number): string => numberFormat({}).format(count)

function remember<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  kind: string,
  options: object,
  make: () => Format,
): Format {
  const key = `${kind} ${JSON.stringify(options)}`
  const known = made.get(key) as Format | undefined
  const format = known ?? make()
  if (known === undefined) made.set(key, format)
  return format
}
