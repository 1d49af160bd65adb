import type { CodeFormat } from '@atrium/sdk/documents'
import { currentLanguage } from '../language/spoken.ts'

/** The formats whose texts are codes, and the kind of their names (ECMA-402). A time zone has no other name. */
const KINDS: Readonly<Record<CodeFormat, Intl.DisplayNamesOptions['type'] | undefined>> = {
  country: 'region',
  language: 'language',
  currency: 'currency',
  'time-zone': undefined,
}

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
