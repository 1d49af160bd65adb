import type { JsonSchema, Option } from '../documents/values.ts'

/** A record without a schema: any name is a field. Authors in JavaScript always have it. */
export type AnyRecord = { [field: string]: unknown }

/** The names of a record's fields; any name if the record is unknown. */
export type FieldOf<Row> = string extends keyof Row ? string : Extract<keyof Row, string>

/** The names of the fields with a certain type of value. */
export type FieldHolding<Row, Value> = string extends keyof Row
  ? string
  : { [Name in Extract<keyof Row, string>]-?: NonNullable<Row[Name]> extends Value ? Name : never }[Extract<
      keyof Row,
      string
    >]

/** The items of a list in a record; any record if the type is unknown. */
export type ItemOf<Row, Name> =
  ValueOf<Row, Name> extends readonly (infer Item)[] ? Item : string extends keyof Row ? AnyRecord : never

/** The value of a field, never undefined. */
export type ValueOf<Row, Name> = Name extends keyof Row ? NonNullable<Row[Name]> : never

/** Maps each value of a field, as text, to something. A value that the field cannot have is a compile error. */
export type PerValue<Value, Thing> = { readonly [Each in Value & (string | number) as `${Each}`]?: Thing }

/** The names in braces in a path: `'/services/{service_id}/specialists'` → `'service_id'`. */
type NamedIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamedIn<Rest> : never

/** The path itself if all names in it are known, else `never`, so that a misspelt name is a compile error. */
export type PathNaming<Path extends string, Known extends string> = [NamedIn<Path>] extends [Known] ? Path : never

/**
 * A JSON Schema (2020-12) for the value of one field, with the value's type: `{ const: 'active' }`, `{ enum: ['a', 'b'] }`,
 * `{ not: { const: 'draft' } }`, `{ minimum: 10 }`.
 */
export interface ConditionSchema<Value> {
  readonly const?: Value
  readonly enum?: readonly Value[]
  readonly not?: ConditionSchema<Value>
  readonly anyOf?: readonly ConditionSchema<Value>[]
  readonly allOf?: readonly ConditionSchema<Value>[]
  readonly minimum?: Value & number
  readonly maximum?: Value & number
  readonly exclusiveMinimum?: Value & number
  readonly exclusiveMaximum?: Value & number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** A typed condition is plain JSON Schema. */
export const as_json_schema = <Value>(schema: ConditionSchema<Value>) => schema as JsonSchema

/** Choices from value → label, in the order in which they were written. */
export const options_of = <Value>(labels: PerValue<Value, string>): Option[] =>
  Object.entries(labels as Record<string, string>).map(([value, label]) => ({ value, label }))
