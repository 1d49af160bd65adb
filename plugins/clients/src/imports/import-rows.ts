import type { ApiError, Attempt, PluginContext } from '@atrium/sdk'
import type { ImportError } from './import.ts'
import type { CsvRow } from './read-csv.ts'
import type { Mapping } from './read-mapping.ts'
import { bodyOf, cellText, fieldAt, type RowField } from './row-fields.ts'

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
  { columns, mapping }: Columns,
  call_each: PluginContext['call_each'],
): Promise<RowsOutcome> {
  const fitting = rows.filter(({ cells }) => cells.length <= columns.length)
  const fields = new Map(Object.entries(mapping))
  const bodies = fitting.map(({ cells }) => bodyOf(fieldsOf(cells, columns, fields)))
  const answers = await call_each('POST', '/api/v1/clients/clients', bodies)
  const errorsByRow = new Map(fitting.map((row, at) => [row, refusals(answers[at], { line: row.line, mapping })]))
  const found = rows.map((row) => errorsByRow.get(row) ?? [tooLong(row, columns)])
  const failed = found.filter((errors) => errors.length > 0).length
  return { created: rows.length - failed, failed, errors: found.flat() }
}

function fieldsOf(
  cells: readonly string[],
  columns: readonly string[],
  fields: ReadonlyMap<string, RowField>,
): Partial<Record<RowField, string>> {
  const mapped = columns.flatMap((column, at) => {
    const field = fields.get(column)
    return field === undefined ? [] : [[field, cellText(cells[at] ?? '')]]
  })
  return Object.fromEntries(mapped) as Partial<Record<RowField, string>>
}

const tooLong = ({ cells, line }: CsvRow, columns: readonly string[]): ImportError => ({
  line,
  message: `There are ${cells.length} cells for ${columns.length} columns`,
})

function refusals(
  answer: Attempt<unknown, ApiError> | undefined,
  place: { line: number; mapping: Mapping },
): ImportError[] {
  if (answer === undefined || 'value' in answer) return []
  // Anything else is nothing about the row: a fault of the host, for example.
  if (answer.error.code !== 'validation_failed') throw answer.error
  return errorsOf(answer.error, place)
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
