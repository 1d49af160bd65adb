import type { Call, Caller } from '@atrium/sdk'
import { Replay } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { oncePerKey } from './once-per-key.ts'
import type { OperationRequest, Outcome } from './outcome.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import { toOutcome, visibleOutcome } from './to-outcome.ts'

/**
 * `call.once` of one request: what `perform` does for others before it runs the handler, done where the handler has read its body,
 * so that no transaction waits for a sender.
 */
export function onceInCall(
  database: Database,
  { request, caller }: { request: OperationRequest; caller: Caller },
): Call['once'] {
  return async <Result>(given: unknown, work: () => Promise<Result>) => {
    const key = readIdempotencyKey(request, { transaction: false })
    if (key === undefined) return { replayed: false, result: await work() }
    const results: Result[] = []
    const outcome = await oncePerKey(database, { request: { ...request, body: given }, caller, key }, async (keep) => {
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
