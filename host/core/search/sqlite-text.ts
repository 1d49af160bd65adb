import { FOLDED, HYPHEN, SEPARATORS, STROKES } from '@atrium/sdk/host'
import { quoted } from './searched-table.ts'

/**
 * The expression for what a full-text index stores of a row: its texts without hyphens, and those with numbers also without separators. The
 * tokenizer folds case and accents, except for letters that Unicode does not decompose.
 * @param row `new.` in a trigger
 */
export function foldedText(fields: readonly string[], row = ''): string {
  const texts = fields.map((field) => textOf(`${row}${quoted(field)}`))
  return Object.entries(STROKES).reduce(replaced, texts.join(` || '${BETWEEN}' || `))
}

/** The separator between two texts. No word contains it, but a hyphen may be written as it. */
export const BETWEEN = ' '

const textOf = (field: string) =>
  `${replaced(`coalesce(${field}, '')`, [HYPHEN, ''])} || coalesce('${BETWEEN}' || ${numberOf(field)}, '')`

/** NULL if the field has no number. */
const numberOf = (field: string) =>
  `CASE WHEN ${field} GLOB '${NUMBER}' THEN ${SEPARATORS.reduce((text, separator) => replaced(text, [separator, '']), field)} END`

/** Numbers are searched for with at least four digits. */
const NUMBER = '*[0-9]*[0-9]*[0-9]*[0-9]*'

const replaced = (text: string, [from, to]: readonly [string, string]) => `replace(${text}, '${from}', '${to}')`

/**
 * The expression for the texts of a row without hyphens, with letters folded by `FOLDED`, so that a plain comparison finds words of any
 * length. NULL if the texts cannot be compared: they contain combining accents, or NUL, where comparisons end.
 * @param row `new.` in a trigger
 */
export function comparedText(fields: readonly string[], row = ''): string {
  const texts = fields.map((field) => replaced(`coalesce(${row}${quoted(field)}, '')`, [HYPHEN, '']))
  const steps = [LATIN_1, OTHERS].map((letters) => (from: string) => {
    const folded = letters.reduce(replaced, 'text')
    return `(SELECT CASE WHEN octet_length(text) = length(text) THEN text ELSE ${folded} END AS text FROM ${from})`
  })
  const all = steps.reduce((from, step) => step(from), `(SELECT lower(${texts.join(` || '${BETWEEN}' || `)}) AS text)`)
  return `(SELECT CASE WHEN instr(text, char(0)) OR text GLOB '*[\u0300-\u036f]*' THEN NULL ELSE text END FROM ${all})`
}

/** The expression for the texts of a row with numbers, without separators. NULL if there are none. */
export function comparedNumbers(fields: readonly string[], row = ''): string {
  const texts = fields.map((field) => `coalesce('${BETWEEN}' || ${numberOf(`${row}${quoted(field)}`)}, '')`)
  return `nullif(${texts.join(' || ')}, '')`
}

const BEYOND_ASCII = [...FOLDED].filter(([letter]) => letter > '\u007f')
/** Most texts have no other letters beyond ASCII, so the rest is only replaced where some remain. */
const LATIN_1 = BEYOND_ASCII.filter(([letter]) => letter <= '\u00ff')
const OTHERS = BEYOND_ASCII.filter(([letter]) => letter > '\u00ff')
