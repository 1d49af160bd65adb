import { type InvalidValue, invalid_values, nearest_name } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import { ROW_FIELDS, type RowField } from './row-fields.ts'

/** Of the columns of a file, in a message. */
const MOST_NAMED = 20

/** Column → field. */
export type Mapping = Readonly<Record<string, RowField>>

/**
 * What the columns of a file are, as it was said or, where nothing was, by their names, as an export has them: `E-mail` → `email`. A column that nobody
 * maps is not read.
 * @throws ApiError 422 `validation_failed`
 */
export function readMapping(text: string | undefined, columns: readonly string[]): Mapping {
  const mapping = text === undefined || text === '' ? byName(columns) : parsed(text)
  const found = [...unknown(mapping, columns), ...twice(mapping), ...alike(mapping, columns)]
  if (found.length > 0) throw invalid_values(found)
  if (Object.keys(mapping).length > 0) return mapping as Mapping
  const message = `Say which column is which field; of [${columns.slice(0, MOST_NAMED).join('], [')}] none is called like one`
  throw invalid_values([{ pointer: '/mapping', message, keyword: 'minProperties' }])
}

function byName(columns: readonly string[]): Record<string, string> {
  const found = columns.map((column) => [column, FIELDS.get(plain(column))] as const)
  return Object.fromEntries(found.filter((each): each is [string, RowField] => each[1] !== undefined))
}

/** `E-mail`, `e mail` and `email` are one. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('e-mail', 'email')
    .replaceAll(/[\s-]+/g, '_')

/** By their names, and by the titles under which an export writes them. */
const FIELDS = new Map<string, RowField>(
  ROW_FIELDS.flatMap((field) => {
    const { title } = (Client.properties as Record<string, { title?: string }>)[field] ?? {}
    return [field, ...(title === undefined ? [] : [title])].map((name) => [plain(name), field])
  }),
)

function parsed(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (isMapping(value)) return value
  } catch {
    // Told below, as what is JSON but no mapping.
  }
  throw invalid_values([
    { pointer: '/mapping', message: 'Give an object of texts, as { "Mail": "email" }', keyword: 'type' },
  ])
}

const isMapping = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => typeof field === 'string')

function unknown(mapping: Record<string, string>, columns: readonly string[]): InvalidValue[] {
  return Object.entries(mapping).flatMap(([column, field]) => {
    if (!columns.includes(column)) return [at(column, 'The file has no such column')]
    if ((ROW_FIELDS as readonly string[]).includes(field)) return []
    const near = nearest_name(field, ROW_FIELDS)
    return [
      at(
        column,
        `[${field}] is no field; ${near ? `did you mean [${near}]?` : `take one of ${ROW_FIELDS.join(', ')}`}`,
      ),
    ]
  })
}

function twice(mapping: Record<string, string>): InvalidValue[] {
  const columns = Object.entries(mapping)
  const repeated = columns.filter(([, field], index) => columns.findIndex(([, other]) => other === field) < index)
  return repeated.map(([column, field]) => at(column, `[${field}] is another column already`))
}

/** Which of two columns of one name is meant nobody can say. */
function alike(mapping: Record<string, string>, columns: readonly string[]): InvalidValue[] {
  const repeated = Object.keys(mapping).filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
  return repeated.map((column) => at(column, `Several columns are called [${column}]; give each a name of its own`))
}

const at = (column: string, message: string): InvalidValue => ({
  pointer: `/mapping/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  message,
})
