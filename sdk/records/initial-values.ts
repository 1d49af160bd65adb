import { randomUUID } from 'node:crypto'
import type { TObject } from 'typebox'
import { record_fields } from '../lists/record-fields.ts'

/**
 * What a new record has: the values given, the schema's defaults where nothing is given, `created_at` and `updated_at` if it has
 * them, and an id where that is a text (a UUID); the store gives integers.
 */
export function initial_values(schema: TObject, values: object): Record<string, unknown> {
  const fields = record_fields(schema)
  const now = new Date().toISOString()
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const defaults = [...fields.values()].filter(({ default: initial }) => initial !== undefined)
  return {
    ...(fields.get('id')?.type.kind === 'string' && { id: randomUUID() }),
    ...Object.fromEntries(defaults.map((field) => [field.name, structuredClone(field.default)])),
    ...given,
    ...(fields.has('created_at') && { created_at: now }),
    ...(fields.has('updated_at') && { updated_at: now }),
  }
}
