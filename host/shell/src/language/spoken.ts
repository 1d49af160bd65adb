import { useSyncExternalStore } from 'react'

/** A language of the shell: a catalogue, or English, which is the source. */
export type Language = 'en' | 'de' | 'ar'

/** Translations by English text. A text that depends on a number has one form for each category of `Intl.PluralRules`. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>

interface Spoken {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  readonly texts: Catalogue
  readonly plurals: Intl.PluralRules
  readonly numbers: Intl.NumberFormat
}

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de.json')).default,
  ar: async () => (await import('./ar.json')).default,
}

/** The name under which `boot.ts` finds the language of the last visit. */
const REMEMBERED = 'atrium-locale'

let spoken = spokenIn('en', {}, undefined)
/** The locale that was asked for last; catalogues may arrive in another order. */
let asked: string | undefined
const listeners = new Set<() => void>()

/** The language in which the shell speaks now. */
export const currentLanguage = (): Spoken => spoken

/** The language in which the shell speaks; renders again when it changes. */
export const useLanguage = (): Spoken => useSyncExternalStore(listen, currentLanguage)

/** Calls the listener after each change of the language. */
export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The language for these locales, in the order in which the person prefers them. The region does not count; unknown locales are English. */
export function languageOf(locales: readonly string[]): Language {
  const languages = locales.map((locale) => locale.toLowerCase().split(/[-_]/)[0])
  return (languages.find((each) => each === 'en' || each === 'de' || each === 'ar') ?? 'en') as Language
}

/** From now on speaks the language of this locale; without one, that of the browser. */
export async function speak(locale: string | undefined): Promise<void> {
  asked = locale
  const language = languageOf(locale === undefined ? navigator.languages : [locale])
  const isSpoken = language === spoken.language
  const texts = isSpoken ? spoken.texts : language === 'en' ? {} : await CATALOGUES[language]()
  if (asked !== locale) return
  spoken = spokenIn(language, texts, locale)
  document.documentElement.lang = language
  document.documentElement.dir = spoken.direction
  if (!isSpoken) for (const listener of listeners) listener()
}

/** Speaks the language of the account, and remembers it for the next visit. */
export function speakAsAccount(locale: string | undefined): Promise<void> {
  if (locale === undefined) localStorage.removeItem(REMEMBERED)
  else localStorage.setItem(REMEMBERED, locale)
  return locale === asked ? Promise.resolve() : speak(locale)
}

/** The locale of the account in the last visit. */
export const rememberedLocale = (): string | undefined => localStorage.getItem(REMEMBERED) ?? undefined

function spokenIn(language: Language, texts: Catalogue, locale: string | undefined): Spoken {
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    texts,
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(locale),
  }
}
