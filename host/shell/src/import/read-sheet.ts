import { CsvError, type Options, parse } from 'csv-parse/browser/esm/sync'
import { t } from '../language/t.ts'
import { formatBytes } from '../values/as-text.ts'
import { plainCell } from '../values/csv.ts'
import { formatCount } from '../values/person-formats.ts'

/** The most lines of one import (`MOST_IMPORTED` of the host). */
export const MOST_LINES = 1_000
/** The most bytes of its file: with the names of the fields in each line, they stay below what the host accepts in a request. */
export const MOST_BYTES = 512 * 1024

/** One line of a sheet. */
export interface SheetLine {
  /** Its number in the file, counted from 1; of a line with line breaks, the last. */
  line: number
  cells: readonly string[]
}

/** A table as texts. */
export interface Sheet {
  headings: readonly string[]
  lines: readonly SheetLine[]
}

/** Why a file cannot be imported, for the person who chose it. */
export class SheetProblem extends Error {
  override readonly name = 'SheetProblem'
}

/** Reads a CSV file: UTF-8, UTF-16, or the encoding of Western Windows. @throws SheetProblem */
export async function readFile(file: File): Promise<Sheet> {
  if (file.size > MOST_BYTES)
    throw new SheetProblem(
      t('This file has {size}. At most {limit} can be imported at once: divide it into several files.', {
        size: formatBytes(file.size),
        limit: formatBytes(MOST_BYTES),
      }),
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A workbook of a spreadsheet program is a ZIP archive, or of an old one a compound file.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new SheetProblem(
      t('This is a workbook of a spreadsheet program. Save it as CSV there, or copy its cells and paste them here.'),
    )
  const text = decode(bytes)
  // No table has a NUL; pictures and PDF files do.
  if (text.includes('\0'))
    throw new SheetProblem(t('This file has no text that can be read as a table. Choose a CSV file.'))
  return readSheet(text)
}

/** Reads a table, separated by commas, semicolons or tabs. Its first line has the headings. @throws SheetProblem */
export function readSheet(text: string): Sheet {
  const [first, ...rows] = parsed(text)
  if (first === undefined || rows.length === 0)
    throw new SheetProblem(
      t('There is nothing to import. The first line has the names of the columns, and each further line one record.'),
    )
  if (rows.length > MOST_LINES)
    throw new SheetProblem(
      t('There are {count} lines. At most {limit} can be imported at once: divide them into several files.', {
        count: formatCount(rows.length),
        limit: formatCount(MOST_LINES),
      }),
    )
  const width = Math.max(first.cells.length, ...rows.map(({ cells }) => cells.length))
  const named = Array.from({ length: width }, (_, at) => nameOf(first.cells[at], at))
  return {
    headings: named,
    lines: rows.map(({ line, cells }) => ({ line, cells: named.map((_, at) => cells[at] ?? '') })),
  }
}

const nameOf = (heading = '', at: number) => (heading === '' ? t('Column {at}', { at: at + 1 }) : heading)

function parsed(text: string): SheetLine[] {
  const options: Options = {
    bom: true,
    delimiter: separatorOf(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }
  try {
    // With `info`, each row comes with its place.
    const rows = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
    const lines = rows.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => plainCell(cell.trim())),
    }))
    return lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SheetProblem(
      typeof error.lines === 'number'
        ? t('This is not a table that can be read: a quotation mark is not closed near line {line}.', {
            line: error.lines,
          })
        : t('This is not a table that can be read: a quotation mark is not closed.'),
    )
  }
}

const SEPARATORS = ['\t', ';', ','] as const

/** The separator that occurs most often in the first line, outside of quotation marks. Without any, there is one column. */
function separatorOf(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const counted = SEPARATORS.map((each) => [each, first.split(each).length] as const)
  return counted.reduce((best, each) => (each[1] > best[1] ? each : best), ['\t', 1] as readonly [string, number])[0]
}

/** Text in UTF-8 that is not valid comes from a program of Windows: a spreadsheet saves CSV in its encoding. */
function decode(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the byte order mark; without one, by the zeros beside Latin letters. */
function utf16Of([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined
}
