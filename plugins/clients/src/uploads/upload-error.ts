import { ApiError, invalid_values } from '@atrium/sdk'
import type { errors } from 'formidable'

/** What formidable found, as the API tells it; anything else stays as it is. */
export function uploadError(
  error: unknown,
  { limit, errors: codes }: { limit: number; errors: typeof errors },
): unknown {
  if (error instanceof ApiError) return error
  switch ((error as { code?: unknown }).code) {
    case codes.biggerThanMaxFileSize:
    case codes.biggerThanTotalMaxFileSize:
      return new ApiError('body_too_large', {
        detail: `The file is larger than the [${limit}] bytes taken here. Send less.`,
      })
    case codes.maxFieldsSizeExceeded:
    case codes.maxFieldsExceeded:
      return new ApiError('body_too_large', { detail: 'The fields beside the file are more than what is taken here.' })
    case codes.maxFilesExceeded:
      return invalid_values([{ pointer: '/file', message: 'Send one file at a time', keyword: 'maxItems' }])
    case codes.noEmptyFiles:
    case codes.smallerThanMinFileSize:
      return invalid_values([{ pointer: '/file', message: 'This file is empty', keyword: 'minLength' }])
    case codes.malformedMultipart:
    case codes.missingMultipartBoundary:
    case codes.missingContentType:
    case codes.unknownTransferEncoding:
      return new ApiError('body_malformed', { detail: 'The body is no well-formed multipart/form-data (RFC 7578).' })
    default:
      return error
  }
}
