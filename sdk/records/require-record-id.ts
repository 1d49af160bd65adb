import type { TObject } from 'typebox'
import { record_fields } from '../lists/record-fields.ts'
import { record_not_found } from './record-not-found.ts'
import type { RecordId } from './record-store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id in the type that the schema gives it. What cannot be an id belongs to no record. @throws ApiError 404 `record_not_found` */
export function require_record_id(schema: TObject, id: RecordId): RecordId {
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
