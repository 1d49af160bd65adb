import { FOLDED, HYPHEN, SEPARATORS } from '@atrium/sdk/host'
import { quoted } from './searched-table.ts'

/** The expression of the texts of a row with folded letters, without hyphens and accents that are characters of their own. */
export function foldedText(fields: readonly string[]): string {
  const [from, to] = [FREQUENT + [...FOLDED.keys()].join(''), FREQUENT + [...FOLDED.values()].join('')]
  return `translate(${joined(fields)}, '${from}${HYPHEN}${ACCENTS}', '${to}')`
}

/** The expression of the texts of a row without letters and separators, so that each number is in one piece. */
export const numbersText = (fields: readonly string[]) =>
  `translate(${joined(fields)}, '${SEPARATORS.join('')}${LETTERS}${LETTERS.toUpperCase()}', '')`

/** `translate` looks for each character from the beginning of its list, so the frequent ones stand there as themselves. */
const FREQUENT = 'eaniorstlhdumcgbkfpvwzyjxq 1023456789.@+()/,'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ACCENTS = Array.from({ length: 0x70 }, (_, at) => String.fromCodePoint(0x300 + at)).join('')

const joined = (fields: readonly string[]) =>
  fields.map((field) => `coalesce(${quoted(field)}::text, '')`).join(` || ' ' || `)
