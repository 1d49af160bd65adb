import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { InfoRecord, Options } from 'csv-parse'
import { CsvError, parse } from 'csv-parse'

/** More are no list of clients. */
const MOST_ROWS = 500_000

/**
 * Reads a file through and counts its rows, the header left out.
 * @throws CsvBroken where it cannot be read to its end, or has too many rows; the signal's reason
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

/** One row, and where it ends. */
export interface CsvRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** A row larger than this is no row: a quote was not closed, or somebody means harm. */
const LARGEST_ROW = 100_000

/** Bytes that are taken apart at a time: all rows of a piece are there at once, and the shortest have two bytes. */
const PIECE = 2048

/** The file cannot be read on; `message` is for people. */
export class CsvBroken extends Error {
  override readonly name = 'CsvBroken'
}

/** The rows of a file, the header first, as they are read; in constant memory. @throws CsvBroken */
export async function* readCsv(source: Readable, separator: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter: separator,
    bom: true,
    // Typed for rows as they are; those with all that is known of them would be ten times as large.
    on_record: toRow as unknown as Options['on_record'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LARGEST_ROW,
  })
  // What breaks on the way is told by the parser, which is read until its end.
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

/** The same bytes, in pieces. Text that is no UTF-8 would come out as other text than was meant. */
async function* checked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of source) {
      decoder.decode(chunk, { stream: true })
      for (let start = 0; start < chunk.length; start += PIECE) yield chunk.subarray(start, start + PIECE)
    }
    decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CsvBroken('The file is not in UTF-8. Save it as "CSV UTF-8" and import it again.')
  }
}

const REASONS: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a row is longer than ${LARGEST_ROW} characters; a quote may not be closed`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside of a cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote begins inside of a cell',
}

const reasonOf = ({ code, message }: CsvError) => `${REASONS[code] ?? message}.`
