import { ApiError } from '@atrium/sdk'

/** A 429 that says, in its text and in `Retry-After`, how long to wait: whole seconds, at least one. */
export function tooManyRequests(what: string, wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new ApiError('too_many_requests', {
    detail: `${what} Wait ${seconds} s, then try again.`,
    headers: { 'Retry-After': String(seconds) },
  })
}
