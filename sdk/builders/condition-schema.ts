import type { JsonSchema } from '../documents/json-schema.ts'

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
