import { randomUUID } from 'node:crypto'
import type { TObject } from 'typebox'
import { record_fields } from '../lists/record-fields.ts'
import type { Caller } from '../calls/caller.ts'
import { refuse_withheld } from './withheld-fields.ts'

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

type Json = Record<string, unknown>

/** Merges as RFC 7396 says: objects member by member, `null` removes, anything else replaces. Changes neither. */
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
 * What a client may write of a record it sent: read-only fields are left out, because `PUT` sends them back as they came.
 * @throws ApiError 403 `permission_denied` for a field the caller may not set
 */
export function writable_values(schema: TObject, body: object, caller: Caller): Record<string, unknown> {
  refuse_withheld(schema, body, caller)
  const fields = record_fields(schema)
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.get(name)?.read_only !== true))
}
