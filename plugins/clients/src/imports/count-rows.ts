import { CsvBroken, type CsvRow } from './read-csv.ts'

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
