import type { Caller, Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { Replay } from '@atrium/sdk/host'
import type { Database, TransactionOptions } from '../../base/db/index.ts'
import { LockBusy } from '../../base/db/index.ts'
import { KeptAnswer, type KeyedRequest } from './kept-answer.ts'
import { toOutcome, visibleOutcome } from './outcome.ts'
import type { Trace } from './perform.ts'
import type { OperationRequest, Outcome } from './request.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Reads the `Idempotency-Key` of a POST, bare or in double quotes. Returns undefined without a key or for any other
 * method.
 * @throws ApiError 400 `idempotency_key_malformed`; 400 `idempotency_unsupported` for an anonymous caller or an
 * operation without a transaction
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
      detail: 'The [Idempotency-Key] is malformed. Send 1 to 255 visible ASCII characters, bare or in double quotes.',
    })
  }
  const isKept = (transaction && !operation.raw) || operation.declaration.options.once === true
  if (isKept && caller !== undefined) return key
  throw new ApiError('idempotency_unsupported', {
    detail: `[${operation.name}] cannot be replayed: it is open to anonymous callers or does more than change the database. Remove the [Idempotency-Key] header.`,
  })
}

/** A change with an `Idempotency-Key`, and the settings of its transaction. */
interface KeyedChange extends KeyedRequest, Pick<TransactionOptions, 'work' | 'isLimited'> {}

/**
 * Runs a change at most once per (caller, method, path, key). A lock holds the key while the change runs. Its row is
 * inserted in the transaction of the change, so a crash leaves both or neither. A failed change leaves nothing and may
 * run again (ARCHITECTURE: Operations).
 * @param run does the work and calls the trace it is given
 * @throws ApiError 409 `idempotency_in_progress`, 422 `idempotency_key_reused`
 */
export async function oncePerKey(
  database: Database,
  { request, caller, key, ...options }: KeyedChange,
  run: (keep: Trace) => Promise<Outcome>,
): Promise<Outcome> {
  const answer = new KeptAnswer(database, { request, caller, key })
  try {
    return await database.tryLock(answer.lock, () => run(answer.keep), { look: answer.find, ...options })
  } catch (error) {
    throw error instanceof LockBusy ? inProgress() : error
  }
}

/**
 * Makes `call.once` for one request. It applies the idempotency key after the handler has read its body, so no
 * transaction waits for a slow sender.
 */
export function onceInCall(
  database: Database,
  { request, caller }: { request: OperationRequest; caller: Caller },
): Call['once'] {
  return async <Result>(given: unknown, work: () => Promise<Result>) => {
    const key = readIdempotencyKey(request, { transaction: false })
    if (key === undefined) return { replayed: false, result: await work() }
    const results: Result[] = []
    const change = { request: { ...request, body: given }, caller, key, isLimited: true }
    const outcome = await oncePerKey(database, change, async (keep) => {
      const result = await work()
      results.push(result)
      const done = visibleOutcome(toOutcome(request, result), request.operation, caller)
      await keep(done)
      return done
    })
    const [result] = results
    return results.length === 0
      ? { replayed: true, result: new Replay(outcome) }
      : { replayed: false, result: result as Result }
  }
}

const inProgress = () =>
  new ApiError('idempotency_in_progress', {
    detail: 'The first request with this [Idempotency-Key] is still running. Retry in a second.',
    headers: { 'retry-after': '1' },
  })
