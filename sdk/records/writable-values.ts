import type { TObject } from 'typebox'
import type { Caller } from '../services/caller.ts'
import { record_fields } from '../lists/record-fields.ts'
import { refuse_withheld } from './withheld-fields.ts'

/**
 * What a client may write of a record it sent: read-only fields are left out, because `PUT` sends them back as they came.
 * @throws ApiError 403 `permission_denied` for a field the caller may not set
 */
export function writable_values(schema: TObject, body: object, caller: Caller): Record<string, unknown> {
  refuse_withheld(schema, body, caller)
  const fields = record_fields(schema)
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.get(name)?.read_only !== true))
}
