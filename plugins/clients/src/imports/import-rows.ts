import { ApiError, type PluginContext } from '@atrium/sdk'
import type { ImportError } from './import.ts'
import type { CsvRow } from './read-csv.ts'
import type { Mapping } from './read-mapping.ts'
import { bodyOf, cellText, fieldAt } from './row-fields.ts'

/** How the rows of a file are read. */
export interface Columns {
  readonly columns: readonly string[]
  readonly mapping: Mapping
}

/** What came of some rows. */
export interface RowsOutcome {
  readonly created: number
  readonly failed: number
  readonly errors: readonly ImportError[]
}

/**
 * Makes a client of each row, by the same operation as everybody else: a row that is refused leaves nothing and keeps no other from
 * its client. Runs in the present transaction.
 */
export async function importRows(
  rows: readonly CsvRow[],
  columns: Columns,
  call: PluginContext['call'],
): Promise<RowsOutcome> {
  const errors: ImportError[] = []
  let failed = 0
  for (const row of rows) {
    const found = await importRow(row, columns, call)
    if (found.length > 0) failed += 1
    errors.push(...found)
  }
  return { created: rows.length - failed, failed, errors }
}

async function importRow(
  row: CsvRow,
  { columns, mapping }: Columns,
  call: PluginContext['call'],
): Promise<ImportError[]> {
  const { cells, line } = row
  if (cells.length > columns.length)
    return [{ line, message: `There are ${cells.length} cells for ${columns.length} columns` }]
  const mapped = columns.flatMap((column, at) => {
    const field = mapping[column]
    return field === undefined ? [] : [[field, cellText(cells[at] ?? '')]]
  })
  try {
    await call('POST', '/api/v1/clients/clients', {
      body: bodyOf(Object.fromEntries(mapped) as Record<string, string>),
    })
    return []
  } catch (error) {
    // Anything else is nothing about the row: a plugin that has to end is answered 404, for example.
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    return errorsOf(error, { line, mapping })
  }
}

function errorsOf(
  { message, options }: ApiError,
  { line, mapping }: { line: number; mapping: Mapping },
): ImportError[] {
  const columnOf = (pointer: string) => {
    const field = fieldAt(pointer)
    return Object.keys(mapping).find((column) => mapping[column] === field) ?? field
  }
  const details = options.details ?? []
  if (details.length === 0) return [{ line, message }]
  return details.map(({ pointer, message: reason }) => {
    const column = columnOf(pointer)
    return { line, message: reason, ...(column !== undefined && { column }) }
  })
}
