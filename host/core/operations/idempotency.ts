import type { Caller, Call } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { Replay } from '@atrium/sdk/host'
import type { Database, TransactionOptions } from '../../base/db/index.ts'
import { LockBusy } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { Operation } from '../registries/index.ts'
import { KeptAnswer, type KeyedRequest } from './kept-answer.ts'
import { toOutcome, visibleOutcome } from './outcome.ts'
import type { Trace } from './perform.ts'
import type { OperationRequest, Outcome } from './request.ts'

/** Milliseconds between the end of a handler's time limit and the record of its failure. */
const GRACE = 5_000

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Reads the `Idempotency-Key` of a POST, bare or in double quotes, or the request's own key. Returns undefined without a key or for any
 * other method.
 * @param effective the operation that changes something: for a bulk route, the one that it repeats
 * @throws ApiError 400 `idempotency_key_malformed`; 400 `idempotency_unsupported` for an anonymous caller or an
 * operation of the plugin's own without a transaction
 */
export function readIdempotencyKey(
  { operation, headers, caller, key: own }: OperationRequest,
  effective: Operation,
): string | undefined {
  if (own !== undefined && !operation.raw) return own
  const header = headers['idempotency-key']
  if (header === undefined || operation.method !== 'POST') return undefined
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!KEY.test(key)) {
    throw new ApiError('idempotency_key_malformed', {
      detail: 'The [Idempotency-Key] is malformed. Send 1 to 255 visible ASCII characters, bare or in double quotes.',
    })
  }
  const isOfKit = effective.declaration.kind !== 'plain'
  const isKept = ((effective.transaction || isOfKit) && !operation.raw) || operation.declaration.options.once === true
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
  return database.tryLock(answer.lock, () => run(answer.keep), { look: answer.find, ...options }).catch(refuseBusy)
}

/**
 * Makes the function that runs changes with a key outside of transactions, because they change other systems. They never run twice. A row
 * reserves the key before the work begins and takes the answer afterwards. Work that refuses (4xx) changed nothing and may run again. If it
 * fails otherwise, or if the host ends before it does, the effect is unknown, and the key cannot be used again.
 */
export function createAtMostOnce(database: Database) {
  const running = new Set<string>()

  /** Returns the stored answer, or reserves the key. */
  async function findOrReserve(answer: KeptAnswer, { work }: KeyedChange): Promise<Outcome | undefined> {
    const look = async () => {
      const reservedAt = await answer.reservedAt()
      // Another host on the same server may still be working, for as long as a handler may take.
      const isElsewhere = reservedAt !== undefined && Date.now() < reservedAt + (work?.left ?? 0) + GRACE
      if (database.dialect === 'postgres' && isElsewhere) throw inProgress()
      return answer.find()
    }
    return database.tryLock(answer.lock, () => answer.reserve(), { look, work })
  }

  async function settle(answer: KeptAnswer, error: unknown): Promise<void> {
    const { status } = toApiError(error)
    await (status >= 500 ? answer.fail(status) : answer.release())
  }

  /**
   * @param run does the work and calls the trace it is given
   * @throws ApiError 409 `idempotency_in_progress`, 409 `idempotency_outcome_unknown`, 422 `idempotency_key_reused`
   */
  return async (change: KeyedChange, run: (keep: Trace) => Promise<Outcome>): Promise<Outcome> => {
    const answer = new KeptAnswer(database, change)
    if (running.has(answer.lock)) throw inProgress()
    running.add(answer.lock)
    try {
      const kept = await findOrReserve(answer, change).catch(refuseBusy)
      if (kept !== undefined) return kept
      return await run(answer.fulfil).catch(async (error: unknown) => {
        // If this fails too, the reservation stays, which has the same effect as a recorded failure.
        await settle(answer, error).catch(() => undefined)
        throw error
      })
    } finally {
      running.delete(answer.lock)
    }
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
    const key = readIdempotencyKey(request, request.operation)
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

function refuseBusy(error: unknown): never {
  throw error instanceof LockBusy ? inProgress() : error
}

const inProgress = () =>
  new ApiError('idempotency_in_progress', {
    detail: 'The first request with this [Idempotency-Key] is still running. Retry in a second.',
    headers: { 'retry-after': '1' },
  })
