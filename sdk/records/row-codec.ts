import type { TObject } from 'typebox'
import { nearest_name } from '../declaration/nearest-name.ts'
import type { FieldType, RecordField } from '../lists/record-fields.ts'
import { record_fields } from '../lists/record-fields.ts'

type Values = Record<string, unknown>
type Convert = (value: unknown) => unknown

/** Between the rows of a table and the records of JSON, in both directions. */
export interface RowCodec<Row extends object> {
  readonly columns: string[]
  /** Booleans from 0 and 1, JSON from text, times as UTC in ISO 8601, numbers from text; NULL is absent unless the schema has null. */
  readonly to_record: (row: Values) => Row
  /** @throws TypeError for a field that the record does not have */
  to_row(record: object): Values
}

/** Prepares the conversions once, so that reading a list does not read the schema again. */
export function row_codec<Row extends object>(schema: TObject): RowCodec<Row> {
  const fields = record_fields(schema)
  const readers = [...fields.values()].map(readerOf)
  return {
    columns: [...fields.keys()],
    to_record: (row) => {
      const record: Values = {}
      for (const { name, read, plain, nullable } of readers) {
        const value = row[name]
        if (value !== null && value !== undefined)
          record[name] = read === undefined || typeof value === plain ? value : read(value)
        else if (nullable) record[name] = null
      }
      return record as Row
    },
    to_row: (record) => toRow(record, fields),
  }
}

const readerOf = ({ name, type: { nullable, kind } }: RecordField) => ({
  name,
  nullable,
  read: READ[kind],
  /** The type of values that need no conversion. */
  plain: kind === 'integer' || kind === 'number' ? 'number' : undefined,
})

const READ: Record<FieldType['kind'], Convert | undefined> = {
  string: undefined,
  integer: toNumber,
  number: toNumber,
  boolean: (value) => value === true || value === 1,
  date: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  'date-time': toIsoText,
  texts: fromJson,
  json: fromJson,
}

function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : value
}

/** The PostgreSQL driver returns bigint and numeric as text by default. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value
}

/** Text that the store wrote needs no conversion; other text may have a zone, or a space like `CURRENT_TIMESTAMP`. */
function toIsoText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string' || (value.length === 24 && value.endsWith('Z'))) return value
  const text = value.replace(' ', 'T')
  const time = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}

function toRow(record: object, fields: ReadonlyMap<string, RecordField>): Values {
  const row: Values = {}
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    const field = fields.get(name)
    if (field === undefined) throw unknownField(name, fields)
    if (value !== undefined) row[name] = value === null ? null : toColumn(field, value)
  }
  return row
}

function unknownField(name: string, fields: ReadonlyMap<string, RecordField>): TypeError {
  const meant = nearest_name(name, fields.keys())
  const fix =
    meant === undefined ? 'Add the field to the schema.' : `Did you mean [${meant}]? Or add the field to the schema.`
  return new TypeError(`The record schema has no field [${name}]. ${fix}`)
}

function toColumn({ type }: RecordField, value: unknown): unknown {
  if (type.kind === 'json' || type.kind === 'texts') return JSON.stringify(value)
  return type.kind === 'date-time' ? toIsoText(value) : value
}
