import { DeclarationError } from './declaration-error.ts'
import { shown_argument } from './require.ts'

/** Keywords of JSON Schema that compare a value with something. */
const COMPARING: ReadonlySet<string> = new Set([
  ...['const', 'enum', 'type', 'not', 'anyOf', 'allOf', 'oneOf', 'if', '$ref', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'],
])

/** Returns the schema of a condition, or throws `argument_invalid` at the author's call. An empty schema holds for every value. */
export function require_condition<Schema>(method: string, schema: Schema): Schema {
  const shown = `[${method}('…', ${shown_argument(schema)})]`
  const fix = `Write it like [${method}('status', { const: 'open' })] or [{ enum: ['open', 'late'] }].`
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    const message = `${shown} requires a schema of the values for which it holds.`
    throw new DeclarationError('argument_invalid', message, { fix })
  }
  const [unknown, ...others] = Object.keys(schema).filter((keyword) => !keyword.startsWith('~'))
  if (unknown === undefined || [unknown, ...others].some((keyword) => COMPARING.has(keyword))) return schema
  const message = `${shown} holds for every value, because [${unknown}] compares nothing in JSON Schema.`
  throw new DeclarationError('argument_invalid', message, { fix })
}
