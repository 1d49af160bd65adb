import type { ApiError } from '@atrium/sdk'
import type { Problem } from '@atrium/sdk/documents'
import { toApiError } from './to-api-error.ts'

/** A 4xx or 5xx answer, ready to send. */
export interface ProblemResponse {
  readonly status: number
  /** Names in lower case, including `content-type`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Problem
  /** For the log. Its `cause` is the original error. */
  readonly error: ApiError
}

/**
 * Converts anything thrown into problem+json (RFC 9457), without stacks, SQL or secrets. The sender must log `error` with the
 * request id if the status is 500 or higher.
 */
export function toProblem(thrown: unknown, { requestId }: { requestId: string }): ProblemResponse {
  const error = toApiError(thrown)
  const { headers } = error.options
  return {
    status: error.status,
    headers: { ...lowerCased(headers), 'content-type': 'application/problem+json; charset=utf-8' },
    body: problemOf(error, requestId),
    error,
  }
}

function problemOf({ code, status, title, message, retryable, options }: ApiError, requestId: string): Problem {
  const { errors, details, current, allowed } = options
  return {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail: message,
    code,
    message,
    ...(errors && { errors }),
    ...(details && { details }),
    request_id: requestId,
    retryable,
    ...(current !== undefined && { current }),
    ...(allowed && { allowed }),
  }
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
