import { numberFormat } from './person-formats.ts'

/** The start of a text that a spreadsheet would read as a formula; a signed number is not a formula. The host's own export does the same. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const SIGNED_NUMBER = /^[+-]\d[\d .()]*$/

const isFormula = (text: string) => FORMULA.test(text) && !SIGNED_NUMBER.test(text)

/** The text, with an apostrophe before it if a spreadsheet would read it as a formula. */
export const withoutFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

const cellOf = (text: string): string => {
  const safe = withoutFormula(text)
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * RFC 4180. Starts with a byte order mark, by which Excel recognises UTF-8. Where numbers have a decimal comma, cells are separated by
 * semicolons, because Excel expects these there.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const separator = decimalMark() === ',' ? ';' : ','
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(separator)).join('\r\n')}\r\n`
}

const decimalMark = () =>
  numberFormat({})
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value

/** A text without the apostrophe that an export or a copy puts before what a spreadsheet would read as a formula. */
export const plainCell = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
