/** A language of the shell: English, which is the source, or one with a catalogue. */
export type Language = 'en' | 'de' | 'ar'

/** Translations by English text. A text that depends on a number has one form for each category of `Intl.PluralRules`. */
export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A language, and what the shell needs to speak it. */
export interface Spoken {
  readonly language: Language
  readonly direction: 'ltr' | 'rtl'
  readonly texts: Catalogue
  readonly plurals: Intl.PluralRules
  readonly numbers: Intl.NumberFormat
}

let spoken = spokenIn('en')
const listeners = new Set<() => void>()

/** What the shell speaks now. */
export const currentLanguage = (): Spoken => spoken

/** Calls the listener after each change of the language. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** From now on speaks this language, with the numbers of a locale. Without one, those of the browser. */
export function become(language: Language, given: { texts: Catalogue; locale?: string | undefined }): void {
  const former = spoken.language
  spoken = spokenIn(language, given)
  if (language !== former) tellLanguage()
}

/** Tells the listeners that the language has changed, or cannot change. */
export const tellLanguage = (): void => listeners.forEach((listener) => listener())

/** The language for these locales, the preferred one first. The region does not count; without a known language it is English. */
export function languageOf(locales: readonly string[]): Language {
  const languages = locales.map((locale) => locale.toLowerCase().split(/[-_]/)[0])
  return languages.find((each) => each === 'en' || each === 'de' || each === 'ar') ?? 'en'
}

function spokenIn(
  language: Language,
  { texts, locale }: { texts: Catalogue; locale?: string | undefined } = { texts: {} },
): Spoken {
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    texts,
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(locale),
  }
}
