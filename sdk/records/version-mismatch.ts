import { ApiError } from '../errors/api-error.ts'
import { entity_tag_of } from './entity-tag.ts'

/** 412: the record was changed since the caller read it. Says how it stands now, with its ETag in the headers. */
export function version_mismatch(current: object): ApiError {
  const tag = entity_tag_of(current)
  return new ApiError('version_mismatch', {
    detail: 'The record was changed since you read it. Compare it with the current one, then send your change again.',
    current,
    ...(tag !== undefined && { headers: { etag: `"${tag}"` } }),
  })
}
