import { currentLanguage } from '../language/spoken.ts'

/** The formats whose texts are codes, and the kind of their names (ECMA-402). A time zone has no other name. */
const KINDS = { country: 'region', language: 'language', currency: 'currency', 'time-zone': undefined } as const

/** A format whose texts are codes: two letters of ISO 3166, BCP 47, ISO 4217, or an IANA name. */
export type CodeFormat = keyof typeof KINDS

export const isCodeFormat = (format: unknown): format is CodeFormat =>
  typeof format === 'string' && Object.hasOwn(KINDS, format)

/** What people call a code, in the language of the screens: `AT` is `Austria`. Undefined if nobody knows the code. */
export function codeInWords(code: string, format: CodeFormat): string | undefined {
  const kind = KINDS[format]
  if (kind === undefined) return code.replaceAll('_', ' ')
  try {
    return namesOf(kind).of(code)
  } catch {
    // What cannot be a code at all is a RangeError.
    return undefined
  }
}

const known = new Map<string, Intl.DisplayNames>()

function namesOf(type: Intl.DisplayNamesOptions['type']): Intl.DisplayNames {
  const { language } = currentLanguage()
  const key = `${language} ${type}`
  const names =
    known.get(key) ?? new Intl.DisplayNames(language, { type, fallback: 'none', languageDisplay: 'standard' })
  known.set(key, names)
  return names
}
