import type { TObject, TSchema } from 'typebox'
import { field_type } from './field-type.ts'
import type { FieldType } from './field-type.ts'

/** One field of a record, with what the record kit has to know of it. */
export interface RecordField {
  readonly name: string
  readonly schema: TSchema
  readonly type: FieldType
  readonly required: boolean
  /** Written by the platform or by the plugin's own code, ignored in what clients send. */
  readonly read_only: boolean
  /** Without this permission a caller neither sees nor sets the field. */
  readonly permission: string | undefined
  /** What a new record has where nothing is given; undefined for none. */
  readonly default: unknown
}

const known = new WeakMap<TObject, ReadonlyMap<string, RecordField>>()

/** The fields of a record schema by name; read from the schema once. */
export function record_fields(schema: TObject): ReadonlyMap<string, RecordField> {
  const fields = known.get(schema) ?? readFields(schema)
  known.set(schema, fields)
  return fields
}

function readFields(schema: TObject): ReadonlyMap<string, RecordField> {
  const required = new Set((schema as { required?: readonly string[] }).required)
  const properties = Object.entries(schema.properties)
  return new Map(
    properties.map(([name, field]) => [name, readField({ name, schema: field, required: required.has(name) })]),
  )
}

function readField(given: Pick<RecordField, 'name' | 'schema' | 'required'>): RecordField {
  const { readOnly, permission, default: initial } = given.schema as Record<string, unknown>
  return {
    ...given,
    type: field_type(given.schema),
    read_only: readOnly === true,
    permission: typeof permission === 'string' ? permission : undefined,
    default: initial,
  }
}
