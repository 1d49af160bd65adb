import { randomUUID } from 'node:crypto'
import type { TObject } from 'typebox'
import { record_fields } from '../lists/record-fields.ts'
import type { StoreShape } from './field-access.ts'
import { refuse_withheld, type Write } from './withheld-fields.ts'

/**
 * The values of a new record: those given, else the schema's defaults, `created_at` and `updated_at` if the record has them, and a
 * UUID if its id is a text. The store assigns integer ids.
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

type Values = Record<string, unknown>

/**
 * A record with a change merged in (RFC 7396). Its `id` and `created_at` never change. `null` is a value if the schema allows it, and
 * removes the field otherwise.
 */
export function merged_values<Row extends object>(schema: TObject, current: Row, patch: object): Row {
  const merged = merge_patch(current, patch) as Values
  for (const { name, type } of record_fields(schema).values()) {
    if (name === 'id' || name === 'created_at') merged[name] = (current as Values)[name]
    else if (type.nullable && (patch as Values)[name] === null) merged[name] = null
  }
  return merged as Row
}

/** The new `updated_at` of a changed record, if the record has one. */
export const touched = (schema: TObject) =>
  record_fields(schema).has('updated_at') ? { updated_at: new Date().toISOString() } : {}

type Json = Record<string, unknown>

/** JSON Merge Patch (RFC 7396): objects are merged, `null` removes, anything else replaces. Changes neither argument. */
function merge_patch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Json = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[name]
    else merged[name] = merge_patch(merged[name], value)
  }
  return merged
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fields of a body that the client may write. Read-only fields are left out, because `PUT` sends them back unchanged.
 * @throws ApiError 403 `permission_denied` for a field the caller may not set
 */
export function writable_values(store: StoreShape, write: Write): Record<string, unknown> {
  refuse_withheld(store, write)
  const fields = record_fields(store.schema)
  return Object.fromEntries(Object.entries(write.values).filter(([name]) => fields.get(name)?.read_only !== true))
}
