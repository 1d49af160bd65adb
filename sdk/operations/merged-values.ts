import type { TObject } from 'typebox'
import { merge_patch } from './merge-patch.ts'
import { record_fields } from './record-fields.ts'

/** A record with a change merged in (RFC 7396). Its `id` and `created_at` stay what they are. */
export function merged_values<Row extends object>(schema: TObject, current: Row, patch: object): Row {
  const merged = merge_patch(current, patch) as Record<string, unknown>
  for (const name of ['id', 'created_at']) {
    if (record_fields(schema).has(name)) merged[name] = (current as Record<string, unknown>)[name]
  }
  return merged as Row
}

/** `updated_at` for a change that is about to be written, where the record has it. */
export const touched = (schema: TObject) =>
  record_fields(schema).has('updated_at') ? { updated_at: new Date().toISOString() } : {}
