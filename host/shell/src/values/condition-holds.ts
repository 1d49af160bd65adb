import type { Condition, JsonSchema } from '@atrium/sdk/documents'
import { Validator } from '@cfworker/json-schema'

const validators = new WeakMap<JsonSchema, Validator>()

/** Whether a record meets a condition. An absent field never does, whatever the schema says (ARCHITECTURE: Documents). */
export function conditionHolds({ field, schema }: Condition, record: Readonly<Record<string, unknown>>): boolean {
  const value = record[field]
  return value !== undefined && validatorOf(schema).validate(value).valid
}

function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const validator = new Validator(schema, '2020-12')
  validators.set(schema, validator)
  return validator
}
