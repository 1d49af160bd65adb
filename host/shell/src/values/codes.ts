import type { CodeFormat } from '@atrium/sdk/documents'
import { currentLanguage } from '../language/spoken.ts'
import { folded } from './as-text.ts'
import { codeInWords } from './code-words.ts'

/** A code with what people call it. */
export interface NamedCode {
  readonly value: string
  readonly label: string
}

/** The codes of a format, sorted by their names. Browsers list only some kinds; of the others, all possible codes are asked for a name. */
export function codesOf(format: CodeFormat): readonly NamedCode[] {
  const { language } = currentLanguage()
  const key = `${language} ${format}`
  const codes = known.get(key) ?? named(CODES[format](), { format, language })
  known.set(key, codes)
  return codes
}

const known = new Map<string, readonly NamedCode[]>()

function named(codes: readonly string[], { format, language }: { format: CodeFormat; language: string }): NamedCode[] {
  const found = codes.flatMap((value) => {
    const label = codeInWords(value, format)
    return label === undefined ? [] : [{ value, label }]
  })
  return found.sort((one, other) => one.label.localeCompare(other.label, language))
}

/** Finds the code that a person means by a name or a code: `Austria`, `austria` and `at` mean `AT`. Undefined if no code fits. */
export function codeOf(text: string, format: CodeFormat): string | undefined {
  const codes = codesOf(format)
  const [same, meant] = [folded(text), text.replaceAll(' ', '_')]
  const found =
    codes.find(({ value }) => value === meant) ??
    codes.find(({ label }) => folded(label) === same) ??
    codes.find(({ value }) => folded(value) === same)
  return found?.value
}

const CODES: Readonly<Record<CodeFormat, () => readonly string[]>> = {
  country: () => pairs('A', 'Z').filter((code) => !NO_COUNTRY.has(code) && isCurrent(`und-${code}`)),
  language: () => [...pairs('a', 'z').filter(isCurrent), ...REGIONAL],
  currency: () => Intl.supportedValuesOf('currency'),
  // Browsers leave it out of their list.
  'time-zone': () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])],
}

/** Codes with a name that ISO 3166 only reserves: unions, islands with another code, and placeholders. */
const NO_COUNTRY = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/** Languages that are written differently in some regions. */
const REGIONAL =
  'de-AT de-CH de-DE en-AU en-CA en-GB en-US es-ES es-MX fr-CA fr-CH fr-FR pt-BR pt-PT zh-CN zh-TW'.split(' ')

/** All texts of two letters from one to the other. */
function pairs(from: string, to: string): string[] {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)]
  const letters = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  return letters.flatMap((one) => letters.map((other) => one + other))
}

/** Whether a tag is not an older code of another one, such as `und-DD` of `und-DE`. */
const isCurrent = (tag: string) => Intl.getCanonicalLocales(tag)[0] === tag
