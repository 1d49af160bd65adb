import type { TObject, TSchema } from 'typebox'
import type { Operand } from './list-query.ts'

/** One field of a record, as the record kit sees it. */
export interface RecordField {
  readonly name: string
  readonly schema: TSchema
  readonly type: FieldType
  readonly required: boolean
  /** Written by the platform or by the plugin's own code; ignored in what clients send. */
  readonly read_only: boolean
  /** Without this permission a caller neither sees nor sets the field. */
  readonly permission: string | undefined
  /** The value of a new record if none is given; undefined for none. */
  readonly default: unknown
}

const fieldsOf = new WeakMap<TObject, ReadonlyMap<string, RecordField>>()

/** The fields of a record schema by name; read from the schema once. */
export function record_fields(schema: TObject): ReadonlyMap<string, RecordField> {
  const known = fieldsOf.get(schema)
  if (known) return known
  const fields = readFields(schema)
  fieldsOf.set(schema, fields)
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

/** The type of a field's values, as queries and tables distinguish it. */
export interface FieldType {
  /**
   * `texts` is an array of strings, `json` any other array or an object; both are kept as JSON text in a table. Neither is sorted
   * by; a filter asks whether one of the texts is the value.
   */
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date-time' | 'texts' | 'json'
  readonly nullable: boolean
  /** The allowed values, if the schema lists them. */
  readonly choices?: readonly Operand[]
}

interface Keywords {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Keywords[]
  readonly items?: Keywords
}

/** Reads the type of a field's values from its schema: `{ type: 'string', format: 'date-time' }` → `date-time`. */
export function field_type(schema: TSchema): FieldType {
  const variants = variantsOf(schema)
  const values = variants.filter((variant) => !isNull(variant))
  const nullable = values.length < variants.length
  const choices = choicesOf(values)
  return { kind: choices ? kindOfChoices(choices) : kindOf(values), nullable, ...(choices && { choices }) }
}

/** The schemas of the items of those fields whose values are lists of plain values: one of them can be added or removed. */
export function item_schemas({ properties }: TObject): Record<string, TSchema> {
  const items = Object.entries(properties).map(([name, field]) => [name, itemSchema(field)] as const)
  return Object.fromEntries(items.flatMap(([name, item]) => (item ? [[name, item]] : [])))
}

function itemSchema(schema: TSchema): TSchema | undefined {
  const [list, ...others] = variantsOf(schema).filter((variant) => !isNull(variant))
  if (list?.type !== 'array' || list.items === undefined || others.length > 0) return undefined
  return PLAIN.has(field_type(list.items).kind) ? list.items : undefined
}

const PLAIN = new Set<FieldType['kind']>(['string', 'integer', 'number'])

function variantsOf(schema: Keywords): readonly Keywords[] {
  if (schema.anyOf) return schema.anyOf.flatMap(variantsOf)
  if (schema.enum) return schema.enum.map((value) => ({ const: value }))
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }))
  return [schema]
}

const isNull = (schema: Keywords) => schema.type === 'null' || schema.const === null

function choicesOf(variants: readonly Keywords[]): readonly Operand[] | undefined {
  const choices = variants.map((variant) => variant.const)
  return choices.length > 0 && choices.every(isOperand) ? choices : undefined
}

const isOperand = (value: unknown): value is Operand => ['string', 'number', 'boolean'].includes(typeof value)

function kindOfChoices(choices: readonly Operand[]): FieldType['kind'] {
  if (choices.every((choice) => typeof choice === 'boolean')) return 'boolean'
  if (choices.every((choice) => typeof choice === 'number'))
    return choices.every(Number.isInteger) ? 'integer' : 'number'
  return 'string'
}

function kindOf([first, ...others]: readonly Keywords[]): FieldType['kind'] {
  if (first === undefined || others.some((other) => other.type !== first.type)) return 'json'
  if (first.type === 'integer' || first.type === 'number' || first.type === 'boolean') return first.type
  if (first.type === 'array' && first.items?.type === 'string') return 'texts'
  if (first.type !== 'string') return 'json'
  return first.format === 'date' || first.format === 'date-time' ? first.format : 'string'
}
