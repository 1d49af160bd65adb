import type { ApiError, Attempt, PluginContext } from '@atrium/sdk'
import type { ImportError } from './import.ts'
import type { CsvRow } from './read-csv.ts'
import type { Mapping } from './read-mapping.ts'
import { bodyOf, cellText, fieldAt, type RowField } from './row-fields.ts'

/** The columns of a file and the fields that they are mapped to. */
export interface Columns {
  readonly columns: readonly string[]
  readonly mapping: Mapping
}

/** The result of importing some rows. */
export interface RowsOutcome {
  readonly created: number
  readonly failed: number
  readonly errors: readonly ImportError[]
}

/**
 * Creates a client from each row through `POST /clients`, in the present transaction. A refused row leaves nothing behind and does not
 * affect the others.
 * @throws ApiError if a row fails for another reason than its content
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
  message: `This row has ${cells.length} cells, but the header has ${columns.length}`,
})

function refusals(
  answer: Attempt<unknown, ApiError> | undefined,
  place: { line: number; mapping: Mapping },
): ImportError[] {
  if (answer === undefined || 'value' in answer) return []
  // Any other error, such as a failure of the host, is no evidence about the row.
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
