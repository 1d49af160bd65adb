import { type InvalidValue, invalid_values, nearest_name } from '@atrium/sdk'
import { ALSO_CALLED, Client } from '../clients/client.ts'
import { ROW_FIELDS, type RowField } from './row-fields.ts'

/** The most column names listed in a message. */
const MOST_NAMED = 20

/** Column → field. */
export type Mapping = Readonly<Record<string, RowField>>

/**
 * Reads the mapping of columns to fields. Without a text, columns are matched by name, also by the titles that an export writes and by what
 * other lists call them: `E-mail` → `email`, `First name` → `given_name`. Columns without a field are ignored.
 * @param text JSON from the form
 * @throws ApiError 422 `validation_failed`
 */
export function readMapping(text: string | undefined, columns: readonly string[]): Mapping {
  const mapping = text === undefined || text === '' ? byName(columns) : parsed(text)
  const found = [...unknownNames(mapping, columns), ...repeatedFields(mapping), ...repeatedColumns(mapping, columns)]
  if (found.length > 0) throw invalid_values(found)
  if (Object.keys(mapping).length > 0) return mapping as Mapping
  const named = columns.slice(0, MOST_NAMED).join('], [')
  const message = `Map at least one of the columns [${named}] to a field`
  throw invalid_values([{ pointer: '/mapping', message, keyword: 'minProperties' }])
}

/** A field that no column has by its own name is looked for by its other names, of which the first column counts. */
function byName(columns: readonly string[]): Record<string, string> {
  const mapping: Record<string, string> = Object.fromEntries(fieldsOf(columns, OWN_NAMES))
  for (const [column, field] of fieldsOf(columns, OTHER_NAMES))
    if (!Object.values(mapping).includes(field)) mapping[column] = field
  return mapping
}

const fieldsOf = (columns: readonly string[], names: ReadonlyMap<string, RowField>) =>
  columns.flatMap((column) => {
    const field = names.get(plain(column))
    return field === undefined ? [] : [[column, field] as const]
  })

/** `E-mail`, `e mail` and `email` are the same name. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('e-mail', 'email')
    .replaceAll(/[\s-]+/g, '_')

const byNames = (namesOf: (field: RowField) => readonly string[]) =>
  new Map(ROW_FIELDS.flatMap((field) => namesOf(field).map((name) => [plain(name), field] as const)))

/** The fields by name and by the title that an export writes. */
const OWN_NAMES = byNames((field) => {
  const { title } = (Client.properties as Record<string, { title?: string }>)[field] ?? {}
  return title === undefined ? [field] : [field, title]
})

const OTHER_NAMES = byNames((field) => (ALSO_CALLED as Partial<Record<RowField, readonly string[]>>)[field] ?? [])

function parsed(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (isMapping(value)) return value
  } catch {
    // Reported below, like JSON that is not a mapping.
  }
  throw invalid_values([
    { pointer: '/mapping', message: 'Enter a JSON object of texts such as { "Mail": "email" }', keyword: 'type' },
  ])
}

const isMapping = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => typeof field === 'string')

function unknownNames(mapping: Record<string, string>, columns: readonly string[]): InvalidValue[] {
  return Object.entries(mapping).flatMap(([column, field]) => {
    if (!columns.includes(column)) return [at(column, 'The file does not have this column')]
    if ((ROW_FIELDS as readonly string[]).includes(field)) return []
    const near = nearest_name(field, ROW_FIELDS)
    const hint = near ? `did you mean [${near}]?` : `choose one of ${ROW_FIELDS.join(', ')}`
    return [at(column, `[${field}] is not a field; ${hint}`)]
  })
}

function repeatedFields(mapping: Record<string, string>): InvalidValue[] {
  const columns = Object.entries(mapping)
  const repeated = columns.filter(([, field], index) => columns.findIndex(([, other]) => other === field) < index)
  return repeated.map(([column, field]) => at(column, `Another column is already mapped to [${field}]`))
}

/** Two columns of the same name cannot be distinguished. */
function repeatedColumns(mapping: Record<string, string>, columns: readonly string[]): InvalidValue[] {
  const repeated = Object.keys(mapping).filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
  return repeated.map((column) => at(column, `Several columns are called [${column}]. Give each a different name`))
}

const at = (column: string, message: string): InvalidValue => ({
  pointer: `/mapping/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  message,
})
