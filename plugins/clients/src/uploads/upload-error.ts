import { ApiError, invalid_values } from '@atrium/sdk'
import { errors } from 'formidable'

/** What formidable found, as the API tells it; anything else stays as it is. */
export function uploadError(error: unknown, limit: number): unknown {
  if (error instanceof ApiError) return error
  switch ((error as { code?: unknown }).code) {
    case errors.biggerThanMaxFileSize:
    case errors.biggerThanTotalMaxFileSize:
      return new ApiError('body_too_large', {
        detail: `The file is larger than the [${limit}] bytes taken here. Send less.`,
      })
    case errors.maxFieldsSizeExceeded:
    case errors.maxFieldsExceeded:
      return new ApiError('body_too_large', { detail: 'The fields beside the file are more than what is taken here.' })
    case errors.maxFilesExceeded:
      return invalid_values([{ pointer: '/file', message: 'Send one file at a time', keyword: 'maxItems' }])
    case errors.noEmptyFiles:
    case errors.smallerThanMinFileSize:
      return invalid_values([{ pointer: '/file', message: 'This file is empty', keyword: 'minLength' }])
    case errors.malformedMultipart:
    case errors.missingMultipartBoundary:
    case errors.missingContentType:
    case errors.unknownTransferEncoding:
      return new ApiError('body_malformed', { detail: 'The body is no well-formed multipart/form-data (RFC 7578).' })
    default:
      return error
  }
}
