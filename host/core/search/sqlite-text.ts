import { HYPHEN, SEPARATORS, STROKES } from '@atrium/sdk/host'
import { quoted } from './searched-table.ts'

/**
 * The expression of what a full-text index keeps of a row: its texts without hyphens, and those with numbers also without separators. The
 * tokenizer folds case and accents, apart from the letters that Unicode does not decompose.
 * @param row `new.` in a trigger
 */
export function foldedText(fields: readonly string[], row = ''): string {
  const texts = fields.map((field) => textOf(`${row}${quoted(field)}`))
  return Object.entries(STROKES).reduce(replaced, texts.join(` || '${BETWEEN}' || `))
}

/** What no word contains. */
const BETWEEN = ' '

const textOf = (field: string) =>
  `${replaced(`coalesce(${field}, '')`, [HYPHEN, ''])} || case when ${field} glob '${NUMBER}' then '${BETWEEN}' || ${SEPARATORS.reduce(
    (text, separator) => replaced(text, [separator, '']),
    field,
  )} else '' end`

/** A number is searched for with at least four digits. */
const NUMBER = '*[0-9]*[0-9]*[0-9]*[0-9]*'

const replaced = (text: string, [from, to]: readonly [string, string]) => `replace(${text}, '${from}', '${to}')`
