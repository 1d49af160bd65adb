import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import { present_request } from '../calls/caller.ts'
import { record_fields } from '../lists/record-fields.ts'
import type { RecordId } from './record-store.ts'

/** The state of a record before a change that is being undone. */
export interface FormerRecord {
  readonly table: string
  readonly id: RecordId
  /** All fields of a deleted record; for a changed record, the fields that get their former values back. */
  readonly values: Readonly<Record<string, unknown>>
  /** The version of the record that was deleted. */
  readonly version?: number
}

const former = new WeakMap<object, FormerRecord>()

/** Makes the store that a request reaches bring a record back exactly, where a new record or a merged one would differ. For the host. */
export const bring_back = (request: object, record: FormerRecord): void => void former.set(request, record)

/** The deleted record that the current request brings back into a table. It is told once: hooks may create others. */
export function take_deleted(table: string): FormerRecord | undefined {
  const request = present_request()
  const record = request && former.get(request)
  if (request === undefined || record?.version === undefined || record.table !== table) return undefined
  former.delete(request)
  return record
}

/** The values of a restored record that nobody can send: its id, its other read-only fields, and the time of its last change. */
export function unsent_values(schema: TObject, { values }: FormerRecord): Record<string, unknown> {
  const isUnsent = (name: string) =>
    name === 'id' || name === 'created_at' || name === 'updated_at' || record_fields(schema).get(name)?.read_only
  return Object.fromEntries(Object.entries(values).filter(([name]) => isUnsent(name)))
}

/**
 * Puts former values into a merged record as they were: a merge adds to an object, so it removes none of its members. A value that the
 * plugin has replaced on the way stays replaced.
 */
export function with_former_values<Row extends object>(
  merged: Row,
  { table, id, patch }: { table: string; id: RecordId; patch: object },
): Row {
  const request = present_request()
  const record = request && former.get(request)
  if (record?.table !== table || String(record.id) !== String(id)) return merged
  const sent = patch as Readonly<Record<string, unknown>>
  const exact = Object.entries(record.values).filter(
    ([name, value]) => value !== null && isDeepStrictEqual(sent[name], value),
  )
  return { ...merged, ...Object.fromEntries(exact) }
}
