import { plainCell, withoutFormula } from '../../values/csv.ts'

/** Texts by row and column, as a spreadsheet copies them. */
export type TextBlock = readonly (readonly string[])[]

/**
 * Reads what a spreadsheet copies: cells separated by tabs, rows by line breaks. A cell in quotes may contain both; a quote in it is
 * doubled. A quote that is never closed is an ordinary character.
 */
export function readTsv(copied: string): TextBlock {
  const text = copied.replaceAll(/\r\n?/g, '\n')
  const rows: string[][] = [[]]
  for (let at = 0; ;) {
    const { cell, end } = cellAt(text, at)
    rows.at(-1)?.push(plainCell(cell))
    if (end >= text.length) break
    if (text[end] === '\n') rows.push([])
    at = end + 1
  }
  const isEnd = rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === ''
  return isEnd ? rows.slice(0, -1) : rows
}

/** Quotes, and whatever else is between them, up to the end of the cell. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y
const PLAIN = /[^\t\n]*/y

function cellAt(text: string, at: number): { cell: string; end: number } {
  QUOTED.lastIndex = at
  const quoted = QUOTED.exec(text)
  if (quoted) return { cell: (quoted[1] ?? '').replaceAll('""', '"'), end: at + quoted[0].length }
  PLAIN.lastIndex = at
  const [cell = ''] = PLAIN.exec(text) ?? []
  return { cell, end: at + cell.length }
}

/** Writes cells as a spreadsheet reads them. Texts that it would read as formulas begin with an apostrophe, as in the export. */
export const writeTsv = (rows: TextBlock): string =>
  rows.map((row) => row.map((text) => quoted(withoutFormula(text))).join('\t')).join('\n')

const quoted = (text: string): string => (/^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The same cells as a table in HTML, for text processors and mails. */
export const writeHtml = (rows: TextBlock): string =>
  `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(withoutFormula(text))}</td>`).join('')}</tr>`).join('')}</table>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' }

const escaped = (text: string): string => text.replaceAll(/[&<>\n]/g, (character) => ENTITIES[character] ?? character)
