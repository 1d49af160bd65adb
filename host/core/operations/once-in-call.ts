import type { Call, Caller } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { oncePerKey } from './once-per-key.ts'
import type { OperationRequest, Outcome } from './outcome.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import { toOutcome, visibleOutcome } from './to-outcome.ts'

/** Thrown out of a handler whose work was done before: what is answered is what was answered then. */
export class Replay extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super('The work was done before, and its answer is replayed.')
    this.outcome = outcome
  }
}

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
    if (key === undefined) return work()
    const results: Result[] = []
    const outcome = await oncePerKey(database, { request: { ...request, body: given }, caller, key }, async (keep) => {
      results[0] = await work()
      const done = visibleOutcome(toOutcome(request, results[0]), request.operation, caller)
      await keep(done)
      return done
    })
    if (results.length === 0) throw new Replay(outcome)
    return results[0] as Result
  }
}
