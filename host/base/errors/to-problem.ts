import type { ApiError } from '@atrium/sdk'
import type { Problem } from '@atrium/sdk/documents'
import { toApiError } from './to-api-error.ts'

/** A 4xx or 5xx as it is sent. */
export interface ProblemResponse {
  readonly status: number
  /** In lower case; `content-type` included. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Problem
  /** What happened, for the log: `cause` holds what was thrown. */
  readonly error: ApiError
}

/**
 * Whatever was thrown, as problem+json (RFC 9457): never with a stack, SQL or a secret. Whoever sends it logs `error` under the
 * request id where the status is 500 or more.
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
