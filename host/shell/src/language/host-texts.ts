import type { TranslationCatalogue } from '@atrium/sdk/documents'
import { fill } from './t.ts'
import { currentLanguage, type Language } from './spoken.ts'
import { translateWith } from './translated.ts'

/** A translation of a text with placeholders: the parts between them, and the names of the placeholders. */
interface Pattern {
  readonly parts: readonly string[]
  readonly names: readonly string[]
  readonly translation: string
}

/** The host's translations in one language. */
interface HostTexts {
  readonly exact: ReadonlyMap<string, string>
  /** Those with the most literal text first, because they mean the fewest texts. */
  readonly patterns: readonly Pattern[]
}

let known: HostTexts = { exact: new Map(), patterns: [] }

/** From now on translates the host's texts with these catalogues. The first one wins where several have the same text. */
export function takeHostTexts(language: Language, catalogues: readonly Pick<TranslationCatalogue, 'texts'>[]): void {
  const exact = new Map(catalogues.toReversed().flatMap(({ texts }) => Object.entries(texts)))
  const patterns = [...exact].flatMap(([key, translation]) => patternOf(key, translation) ?? [])
  known = { exact, patterns: patterns.sort((one, other) => literalsIn(other) - literalsIn(one)) }
  translateWith(language, translation)
}

/** As it is, or else as a text with placeholders, whose values are translated as well. Unknown texts stay as they are. */
const translation = (text: string): string => translatedWithin(text, 0)

/** How deep sentences of the host may stand within others, as in an explanation. The text of a person could repeat one without end. */
const DEEPEST = 3

function translatedWithin(text: string, depth: number): string {
  const { exact, patterns } = known
  const whole = exact.get(text) ?? joined(text)
  if (whole !== undefined) return whole
  for (const { translation: filled, ...pattern } of patterns) {
    const values = valuesIn(text, pattern)
    if (values === undefined) continue
    const translated = Object.entries(values).map(([name, value]) => [name, valueOf(value, depth)] as const)
    return fill(filled, Object.fromEntries(translated))
  }
  return text
}

/** Texts that the host has put together: `Booking: Services`, `View (Booking: Services)`. */
function joined(text: string): string | undefined {
  const at = text.endsWith(')') ? text.indexOf(' (') : -1
  const outer = at === -1 ? undefined : known.exact.get(text.slice(0, at))
  if (outer === undefined) return joinedByColons(text)
  const inner = text.slice(at + 2, -1)
  return `${outer} (${known.exact.get(inner) ?? joinedByColons(inner) ?? inner})`
}

function joinedByColons(text: string): string | undefined {
  const parts = text.split(': ')
  if (parts.length === 1) return undefined
  const translations = parts.flatMap((part) => known.exact.get(part) ?? [])
  return translations.length === parts.length ? translations.join(': ') : undefined
}

/** Without letters between its placeholders, a pattern such as `{a} {b}` would mean any text. */
const FEWEST_LITERALS = 3

function patternOf(key: string, translation: string): Pattern | undefined {
  const pieces = key.split(/\{(\w+)\}/)
  const pattern = { parts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1) }
  if (pattern.names.length === 0 || literalsIn(pattern) < FEWEST_LITERALS) return undefined
  return { ...pattern, translation }
}

const literalsIn = ({ parts }: Pick<Pattern, 'parts'>): number => parts.join('').replaceAll(/\P{L}/gu, '').length

/**
 * The values of the placeholders if the text has this form. Each part is looked for once, behind the one before, so a long text takes no more
 * than linear time, unlike a regular expression.
 */
function valuesIn(text: string, { parts, names }: Omit<Pattern, 'translation'>): Record<string, string> | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: Record<string, string> = {}
  let from = first.length
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const to = isLast ? end : text.indexOf(parts[index + 1]!, from + 1)
    if (to <= from || to > end) return undefined
    values[name] = text.slice(from, to)
    from = to + (isLast ? 0 : parts[index + 1]!.length)
  }
  return values
}

/** A number from one thousand, as English writes it. */
const LARGE_NUMBER = /^\d{1,3}(?:,\d{3})+$/

/** A value may be a number, a label, which English writes with a small letter within a sentence, or further texts of the host. */
function valueOf(text: string, depth: number): string {
  if (LARGE_NUMBER.test(text)) return currentLanguage().numbers.format(Number(text.replaceAll(',', '')))
  const { exact } = known
  const label = exact.get(text) ?? exact.get(text.charAt(0).toUpperCase() + text.slice(1))
  if (label !== undefined || depth === DEEPEST) return label ?? text
  const sentences = text.split('; ').map((each) => translatedWithin(each, depth + 1))
  return sentences.join('; ')
}
