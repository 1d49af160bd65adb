import type { TObject } from 'typebox'
import { merge_patch } from './merge-patch.ts'
import { record_fields } from '../lists/record-fields.ts'

type Values = Record<string, unknown>

/**
 * A record with a change merged in (RFC 7396). Its `id` and `created_at` stay what they are; `null` is a value where the schema
 * has it, and takes the field away where it has not.
 */
export function merged_values<Row extends object>(schema: TObject, current: Row, patch: object): Row {
  const merged = merge_patch(current, patch) as Values
  for (const { name, type } of record_fields(schema).values()) {
    if (name === 'id' || name === 'created_at') merged[name] = (current as Values)[name]
    else if (type.nullable && (patch as Values)[name] === null) merged[name] = null
  }
  return merged as Row
}

/** `updated_at` for a change that is about to be written, where the record has it. */
export const touched = (schema: TObject) =>
  record_fields(schema).has('updated_at') ? { updated_at: new Date().toISOString() } : {}
