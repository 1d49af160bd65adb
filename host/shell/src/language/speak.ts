import { useSyncExternalStore } from 'react'
import {
  become,
  type Catalogue,
  currentLanguage,
  type Language,
  languageOf,
  onLanguage,
  type Spoken,
  tellLanguage,
} from './spoken.ts'

/** Each with the names of months and days for Mantine's calendars. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await Promise.all([import('./de.json'), import('dayjs/locale/de')]))[0].default,
  ar: async () => (await Promise.all([import('./ar.json'), import('dayjs/locale/ar')]))[0].default,
}

/** The languages whose catalogue could not be loaded. */
const missing = new Set<Language>()
/** The locale that was asked for last: catalogues may arrive in another order. Null: none yet. */
let asked: string | undefined | null = null

/** What the shell speaks now, for components that render again when it changes. */
export const useLanguage = (): Spoken => useSyncExternalStore(onLanguage, currentLanguage)

/** Whether the shell speaks the language of this locale, or cannot; without a locale, that of the browser. */
export function speaks(locale: string | undefined): boolean {
  const language = languageFor(locale)
  return language === currentLanguage().language || missing.has(language)
}

const languageFor = (locale: string | undefined): Language =>
  languageOf(locale === undefined ? navigator.languages : [locale])

/** From now on speaks the language of this locale, if its catalogue can be loaded; without a locale, that of the browser. */
export async function speak(locale: string | undefined): Promise<void> {
  if (locale === asked) return
  asked = locale
  const language = languageFor(locale)
  const present = currentLanguage()
  const texts = language === present.language ? present.texts : await textsOf(language)
  if (texts === undefined) missing.add(language)
  if (asked !== locale) return
  if (texts === undefined) return tellLanguage()
  document.documentElement.lang = language
  become(language, { texts, locale })
  document.documentElement.dir = currentLanguage().direction
}

const textsOf = (language: Language): Promise<Catalogue | undefined> =>
  language === 'en' ? Promise.resolve({}) : CATALOGUES[language]().catch(() => undefined)

/** The name under which the locale of the account is kept, so that the next visit begins in its language. `boot.ts` reads it, too. */
const REMEMBERED = 'atrium-locale'

/** Speaks the language of the account, and remembers it. */
export function speakAsAccount(locale: string | undefined): Promise<void> {
  if (locale === undefined) localStorage.removeItem(REMEMBERED)
  else localStorage.setItem(REMEMBERED, locale)
  return speak(locale)
}

/** Speaks as in the last visit; at the pages for signing in, as the browser. */
export const speakAtFirst = (isSigningIn: boolean): Promise<void> =>
  speak(isSigningIn ? undefined : (localStorage.getItem(REMEMBERED) ?? undefined))
