import { label_of } from '@atrium/sdk'
import { field_type, singular_of } from '@atrium/sdk/host'
import type { JsonSchema, Option } from '@atrium/sdk/documents'
import type { TObject } from 'typebox'

/** The types of fields that screens distinguish. */
export type FieldType =
  | 'text'
  | 'long_text'
  | 'number'
  | 'money'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'datetime'
  | 'texts'
  | 'objects'
  | 'other'

/** The properties of a record schema's field that screens need. */
export interface FieldInfo {
  readonly name: string
  readonly schema: JsonSchema
  readonly type: FieldType
  /** The schema's `title`, or else derived from the name. */
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly writeOnly: boolean
  /** The values an enum allows. */
  readonly options?: Option[]
  /** ISO 4217, of a `money()`. */
  readonly currency?: string
  /** The permission needed to see the field. */
  readonly permission?: string
}

export type Fields = ReadonlyMap<string, FieldInfo>

/** Texts that may be longer than this get a text area. E-mail addresses, host names and secrets of this length are one line. */
const LONG_TEXT = 255

/** Reads the fields of a record schema in their order of declaration. */
export function fieldsOf(record: TObject): Fields {
  const required = new Set(record.required)
  const infos = Object.entries(record.properties).map(([name, schema]) => fieldInfo(name, schema, required.has(name)))
  return new Map(infos.map((info) => [info.name, info]))
}

function fieldInfo(name: string, typed: unknown, required: boolean): FieldInfo {
  const schema = typed as JsonSchema
  const options = optionsOf(schema)
  return {
    name,
    schema,
    type: typeOf(schema, options),
    label: textOf(schema.title) ?? label_of(name),
    required,
    readOnly: schema.readOnly === true,
    writeOnly: schema.writeOnly === true,
    ...(options && { options }),
    ...(typeof schema.currency === 'string' && { currency: schema.currency }),
    ...(typeof schema.permission === 'string' && { permission: schema.permission }),
  }
}

function typeOf(schema: JsonSchema, options: Option[] | undefined): FieldType {
  if (options) return 'choice'
  if (schema.currency !== undefined) return 'money'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array') return typeOfItems(schema.items as JsonSchema | undefined)
  if (schema.type !== 'string') return 'other'
  if (schema.format === 'date') return 'date'
  if (schema.format === 'date-time') return 'datetime'
  return Number(schema.maxLength) > LONG_TEXT ? 'long_text' : 'text'
}

function typeOfItems(items: JsonSchema | undefined): FieldType {
  if (items === undefined) return 'other'
  if (items.type === 'object' && items.properties !== undefined) return 'objects'
  return field_type(items).kind === 'string' ? 'texts' : 'other'
}

/** The fields of the objects in a list. Empty if the field is not a list of objects. */
export function itemFieldsOf({ type, schema }: FieldInfo): Fields {
  return type === 'objects' ? fieldsOf(schema.items as TObject) : new Map()
}

/** The choices of an `enum`, or of an `anyOf` of constants, which is TypeBox's union of literals. */
function optionsOf({ enum: values, anyOf }: JsonSchema): Option[] | undefined {
  if (Array.isArray(values)) return (values as Option['value'][]).map(optionOf)
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const constants = anyOf.map((each: JsonSchema) => each.const)
  return constants.includes(undefined) ? undefined : (constants as Option['value'][]).map(optionOf)
}

const optionOf = (value: Option['value']): Option => ({ value, label: label_of(String(value)) })

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What a field of a list chooses from: the values that the schema allows for its members. */
export const membersOf = (field: FieldInfo): FieldInfo => {
  const schema = (field.schema.items ?? {}) as JsonSchema
  const options = optionsOf(schema)
  return { ...field, schema, ...(options && { options }) }
}

/** The singular of a heading, as used in a sentence: "Items" → "item", "Categories" → "category". */
export const singular = (title: string): string => singular_of(title.charAt(0).toLowerCase() + title.slice(1))

/**
 * The declared choices, with values in the type of the field. Object keys are text, so `{ 1: 'One' }` of a numeric
 * enum arrives as `'1'`. Without a declaration: the values that the schema allows.
 */
export function choicesOf(declared: readonly Option[] | undefined, { options = [], schema }: FieldInfo): Option[] {
  if (declared === undefined) return options
  const own = new Map(options.map(({ value }) => [String(value), value]))
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const typed = (value: Option['value']) => own.get(String(value)) ?? (isNumber ? Number(value) : value)
  return declared.map(({ value, label }) => ({ value: typed(value), label }))
}
