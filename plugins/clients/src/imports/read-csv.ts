import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse'

/** One row of a file. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** The line on which the row ends, counted from 1. */
  readonly line: number
}

/** The file cannot be read to its end. People see the message. */
export class CsvBroken extends Error {
  override readonly name = 'CsvBroken'
}

/** The largest row in characters. A longer one has an unclosed quote or is an attack. */
const LARGEST_ROW = 100_000

/** The most rows of a file, without the header. */
const MOST_ROWS = 500_000

/** The parser holds all rows of a chunk in memory, and a row can be as short as two bytes, so it gets chunks of this many bytes. */
const CHUNK = 2048

/** Reads the rows of a file in constant memory, the header first. @throws CsvBroken */
export async function* readCsv(source: Readable, separator: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: separator,
    bom: true,
    // The type allows only arrays of cells. The option `info` would add the line too, but with ten times as much data per row.
    on_record: toRow as unknown as Options['on_record'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LARGEST_ROW,
  })
  // An error of the pipeline also destroys the parser with it, so the loop below throws it.
  const feeding = pipeline(source, checked, parser).catch(() => undefined)
  try {
    yield* parser as AsyncIterable<CsvRow>
  } catch (error) {
    throw error instanceof CsvError ? new CsvBroken(`Line ${String(error.lines)}: ${reasonOf(error)}`) : error
  } finally {
    parser.destroy()
    await feeding
  }
}

const toRow = (cells: string[], { lines }: InfoRecord): CsvRow => ({ cells, line: lines })

/** The same bytes in small chunks. Fails on text that is not UTF-8, which the parser would silently turn into other characters. */
async function* checked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source) {
      decoder.decode(chunk, { stream: true })
      for (let start = 0; start < chunk.length; start += CHUNK) yield chunk.subarray(start, start + CHUNK)
    }
    decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CsvBroken('The file is not in UTF-8. Save it as "CSV UTF-8" and import it again.')
  }
}

const REASONS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a row is longer than ${LARGEST_ROW} characters; perhaps a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside a cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote opens inside a cell',
}

const reasonOf = ({ code, message }: CsvError) => `${REASONS[code] ?? message}.`

/**
 * Reads a whole file and counts its rows, without the header.
 * @throws CsvBroken if it cannot be read to its end or has too many rows; the reason of the signal
 */
export async function countRows(rows: AsyncIterable<CsvRow>, signal: AbortSignal): Promise<number> {
  let count = -1
  for await (const { line } of rows) {
    count += 1
    if (count > MOST_ROWS) throw new CsvBroken(`Line ${line}: there are more than ${MOST_ROWS} rows.`)
    signal.throwIfAborted()
  }
  return Math.max(0, count)
}
