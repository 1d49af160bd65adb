import type { TObject, TSchema, TInteger } from 'typebox'
import { Type } from 'typebox'
import type { RecordField } from '../lists/record-fields.ts'
import { record_fields } from '../lists/record-fields.ts'

type Properties = Record<string, TSchema>

/** The schemas of a record's routes, derived from the record schema. Bodies are closed: unknown members are refused. */
export interface RecordSchemas {
  /** POST: fields with a default are optional. */
  readonly create: TSchema
  /** PUT: the full record. */
  readonly replace: TSchema
  /** PATCH: any of the fields; `null` removes an optional one (RFC 7396). */
  readonly patch: TSchema
  /** The answer: the record, in which fields with a permission may be missing. */
  readonly record: TSchema
}

const known = new WeakMap<TObject, RecordSchemas>()

/**
 * The schemas of a record's routes, derived once per record schema. Read-only fields may be sent, with any value, and are ignored.
 */
export function record_schemas(schema: TObject): RecordSchemas {
  const schemas = known.get(schema) ?? deriveSchemas(schema)
  known.set(schema, schemas)
  return schemas
}

function deriveSchemas(schema: TObject): RecordSchemas {
  const fields = [...record_fields(schema).values()]
  const name = (schema as { title?: string }).title
  const titled = (suffix: string) => (name ? { title: `${name}${suffix}` } : {})
  return {
    create: bodyOf(fields, { required: needsValue, property: writable, ...titled('Create') }),
    replace: bodyOf(fields, { required: isNeeded, property: withoutDefault, ...titled('Replace') }),
    patch: bodyOf(fields, { required: () => false, property: removable, ...titled('Patch') }),
    record: { ...schema, required: namesOf(fields, ({ required, permission }) => required && !permission) },
  }
}

interface BodyRules {
  required(field: RecordField): boolean
  property(field: RecordField): TSchema
  title?: string
}

function bodyOf(fields: readonly RecordField[], { required, property, ...options }: BodyRules): TSchema {
  const properties: Properties = {}
  for (const field of fields) properties[field.name] = field.read_only ? ignored(field) : property(field)
  const body = { type: 'object', properties, required: namesOf(fields, required), additionalProperties: false }
  return Type.Unsafe({ ...options, ...body })
}

const namesOf = (fields: readonly RecordField[], is: (field: RecordField) => boolean) =>
  fields.filter(is).map(({ name }) => name)

const isNeeded = (field: RecordField) => field.required && !field.read_only && field.permission === undefined
const needsValue = (field: RecordField) => isNeeded(field) && field.default === undefined

const writable = ({ schema }: RecordField) => ({ ...schema })

/** With a default, every change that leaves the field out would overwrite it. */
function withoutDefault({ schema }: RecordField): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown }
  return rest
}

function removable(field: RecordField): TSchema {
  const schema = withoutDefault(field)
  return field.required || field.type.nullable ? schema : orNull(schema)
}

/** Adds `null` to the schema itself if possible, because `anyOf` makes poor messages. */
function orNull(schema: TSchema): TSchema {
  const { type, enum: choices } = schema as { type?: unknown; enum?: readonly unknown[] }
  if (choices) return { ...schema, enum: [...choices, null] }
  if (typeof type === 'string' && !('const' in schema)) return { ...schema, type: [type, 'null'] }
  return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
}

function ignored({ schema }: RecordField): TSchema {
  const { title, description } = schema as { title?: string; description?: string }
  return Type.Unsafe({ ...(title && { title }), ...(description && { description }), readOnly: true })
}

/**
 * An amount of money: an integer in the minor units of its currency, so 1990 is 19.90 EUR. The currency (ISO 4217) is part of
 * the schema, where columns, fields and entries find it. Default EUR, not negative.
 */
export const money = (options: { currency?: string; minimum?: number; maximum?: number } = {}): TInteger =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options, currency: options.currency ?? 'EUR' })
