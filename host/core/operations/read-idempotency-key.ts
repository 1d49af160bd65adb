import { ApiError } from '@atrium/sdk'
import type { OperationRequest } from './outcome.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * The `Idempotency-Key` of a POST, bare or in double quotes; undefined where none is given or the method needs none.
 * @throws ApiError 400 `idempotency_key_malformed`, or `idempotency_unsupported` where there is no transaction to keep it in, or nobody
 * knows whose key it is
 */
export function readIdempotencyKey(
  { operation, headers, caller }: OperationRequest,
  { transaction }: { transaction: boolean },
): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined || operation.method !== 'POST') return undefined
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!KEY.test(key)) {
    throw new ApiError('idempotency_key_malformed', {
      detail: 'An [Idempotency-Key] is 1 to 255 visible ASCII characters, bare or in double quotes.',
    })
  }
  const isKept = (transaction && !operation.raw) || operation.declaration.options.once === true
  if (isKept && caller !== undefined) return key
  throw new ApiError('idempotency_unsupported', {
    detail: `[${operation.name}] cannot be replayed: it is open to all, or does more than change the database. Leave [Idempotency-Key] out.`,
  })
}
