import type { TObject } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import { shown_argument } from '../declaration/require.ts'
import { record_fields } from '../lists/record-fields.ts'
import type { RecordId } from './record-store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The id in the type of the schema.
 * @throws ApiError 404 `record_not_found` if no record can have such an id; TypeError for an object, which authors in JavaScript pass if they
 * exchange the arguments, and for undefined, which they read from a parameter that the path does not have
 */
export function require_record_id(schema: TObject, id: RecordId): RecordId {
  if (id === undefined)
    throw new TypeError(
      '[undefined] is not the id of a record. Is it read under the name that the path gives it: `params.van_id` of [/vans/{van_id}]?',
    )
  if (typeof id === 'object')
    throw new TypeError(
      `[${shown_argument(id)}] is not the id of a record. Write the id first: [store.update(id, { … })].`,
    )
  const field = record_fields(schema).get('id')
  if (field?.type.kind === 'integer') return requireInteger(id)
  const text = String(id)
  const isUuid = formatOf(field?.schema) === 'uuid'
  if (text.includes('\0') || (isUuid && !UUID.test(text))) throw record_not_found(id)
  return text
}

const formatOf = (schema: object = {}) => ('format' in schema ? schema.format : undefined)

function requireInteger(id: RecordId): number {
  const number = typeof id === 'number' ? id : /^-?\d{1,16}$/.test(id) ? Number(id) : NaN
  if (!Number.isSafeInteger(number)) throw record_not_found(id)
  return number
}

/** 404: the record does not exist, or the caller may not see it. The answer does not reveal which. */
export const record_not_found = (id: RecordId) =>
  new ApiError('record_not_found', { detail: `There is no record [${id}].` })
