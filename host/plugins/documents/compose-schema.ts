import type { FieldDraft } from '@atrium/sdk'
import type { Condition, JsonSchema } from '@atrium/sdk/documents'
import type { TObject } from 'typebox'
import { fieldsOf } from './field-info.ts'

/** The schemas of one resource, each with the conditions of its form (design section 4: both sides evaluate the same schema). */
export interface RecordSchemas {
  /** What POST and PUT take, what a PATCH must come to, and what the form shows. */
  readonly body: JsonSchema
  /** What PATCH takes: any of the fields, `null` to take an optional one away. */
  readonly patch: JsonSchema
}

/**
 * Joins a record schema with the conditions of a form. A field that may be hidden is required only while it is shown; a field with
 * a default is never required, because the store fills it in. Read-only fields are taken as they come and ignored.
 */
export function composeSchema(record: TObject, fields: readonly FieldDraft[]): RecordSchemas {
  const infos = fieldsOf(record)
  const conditional = new Map(fields.filter((field) => field.visible_when).map((field) => [field.name, field]))
  const wanted = [...infos.values()].filter(({ required, readOnly }) => required && !readOnly)
  const required = wanted.filter(({ schema }) => schema.default === undefined).map(({ name }) => name)
  const conditions = [
    ...required.flatMap((name) => requiredWhen(name, [conditional.get(name)?.visible_when])),
    ...fields.flatMap((field) =>
      field.required_when ? requiredWhen(field.name, [field.visible_when, field.required_when]) : [],
    ),
  ]
  const properties = Object.fromEntries([...infos.values()].map(({ name, schema }) => [name, schema]))
  return {
    body: {
      type: 'object',
      properties,
      required: required.filter((name) => !conditional.has(name)),
      additionalProperties: false,
      ...(conditions.length > 0 && { allOf: conditions }),
    },
    patch: {
      type: 'object',
      properties: Object.fromEntries(
        [...infos.values()].map(({ name, schema, required: kept }) => [name, kept ? schema : nullable(schema)]),
      ),
      additionalProperties: false,
    },
  }
}

/** `if` all conditions hold `then` the field is required. Nothing where there is no condition. */
function requiredWhen(name: string, conditions: readonly (Condition | undefined)[]): JsonSchema[] {
  const holding = conditions.filter((condition) => condition !== undefined).map(holds)
  if (holding.length === 0) return []
  return [{ if: holding.length === 1 ? holding[0] : { allOf: holding }, then: { required: [name] } }]
}

/** An absent field does not suit a condition, so it has to be there. */
const holds = ({ field, schema }: Condition): JsonSchema => ({ properties: { [field]: schema }, required: [field] })

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
