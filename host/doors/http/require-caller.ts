import { ApiError } from '@atrium/sdk'
import type { Caller } from '@atrium/sdk'

const DETAIL = 'Nobody is signed in. Sign in, or send an API token as `Authorization: Bearer …`.'

/**
 * Denies by default: who is nobody learns of no path whether it is there.
 * @throws ApiError 401 `unauthenticated`
 */
export function requireCaller(caller: Caller | undefined): asserts caller is Caller {
  if (caller === undefined) {
    throw new ApiError('unauthenticated', { detail: DETAIL, headers: { 'WWW-Authenticate': 'Bearer' } })
  }
}
