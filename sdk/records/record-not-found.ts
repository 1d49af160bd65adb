import { ApiError } from '../errors/api-error.ts'
import type { RecordId } from './record-store.ts'

/** 404: there is no such record, or none that the caller may see; which of the two is not told. */
export const record_not_found = (id: RecordId) =>
  new ApiError('record_not_found', { detail: `There is no record [${id}].` })
