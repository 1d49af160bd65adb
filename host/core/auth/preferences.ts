import { invalid_values } from '@atrium/sdk'

/** How a person wants to read Atrium. `null`: as the browser is set. */
export interface Preferences {
  /** A BCP 47 tag, such as `de-AT`. */
  readonly locale: string | null
  /** An IANA name, such as `Europe/Vienna`. */
  readonly time_zone: string | null
  readonly theme: 'light' | 'dark' | 'auto' | null
  readonly formats: Formats | null
}

/** Formats of dates and times that differ from the locale's. */
export interface Formats {
  readonly date_style?: 'short' | 'medium' | 'long'
  readonly hour_cycle?: 'h12' | 'h23'
  /** 1 is Monday, 7 is Sunday. */
  readonly first_day?: number
}

/** Preferences as `platform_users` holds them. */
export interface PreferenceColumns extends Omit<Preferences, 'formats'> {
  readonly formats: string | null
}

/** The preferences among the given values, checked, for the table. @throws ApiError `validation_failed` at the invalid ones */
export function preferenceColumns({
  locale,
  time_zone,
  theme,
  formats,
}: Partial<Preferences>): Partial<PreferenceColumns> {
  const wrong = [
    ...(locale && !isLocale(locale) ? [{ pointer: '/locale', message: NO_LOCALE(locale) }] : []),
    ...(time_zone && !isTimeZone(time_zone) ? [{ pointer: '/time_zone', message: NO_ZONE(time_zone) }] : []),
  ]
  if (wrong.length > 0) throw invalid_values(wrong)
  return {
    ...(locale !== undefined && { locale: locale && (Intl.getCanonicalLocales(locale)[0] ?? null) }),
    ...(time_zone !== undefined && { time_zone }),
    ...(theme !== undefined && { theme }),
    ...(formats !== undefined && { formats: formats && JSON.stringify(formats) }),
  }
}

/** Reads the preferences of a row. */
export function toPreferences({ locale, time_zone, theme, formats }: PreferenceColumns): Preferences {
  return { locale, time_zone, theme, formats: formats === null ? null : (JSON.parse(formats) as Formats) }
}

const NO_LOCALE = (text: string) => `[${text}] is no language. Enter a tag such as en-GB or de-AT.`
const NO_ZONE = (text: string) => `[${text}] is no time zone. Enter a name such as Europe/Vienna.`

function isLocale(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[A-Za-z]/.test(text)
  } catch {
    return false
  }
}
