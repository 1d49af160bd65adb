import type { Caller, RawQuery } from '@atrium/sdk'
import type { AdmittedRequest, Outcome, Perform } from '../../../core/operations/index.ts'
import { innerRequest, presentRequest } from '../../../core/operations/index.ts'
import type { Operation, Registries } from '../../../core/registries/index.ts'

export interface AskOptions {
  readonly registries: Registries
  readonly perform: Perform
  readonly caller: Caller
  readonly signal: AbortSignal
  /** The time limit for the answer, in milliseconds. */
  readonly patience: number
}

/** The answer of a source, or the reason for its absence. `denied` must not be reported, because it would reveal that the source exists. */
export type Answer = { readonly outcome: Outcome } | { readonly reason: 'late' | 'failed' | 'denied' }

/** Runs a GET operation in process, as the caller, and stops waiting after `patience`. Never rejects. */
export async function ask(
  path: string,
  queryFor: (operation: Operation) => RawQuery,
  options: AskOptions,
): Promise<Answer> {
  const { registries, perform, caller, signal, patience } = options
  const match = registries.operations.match('GET', path)
  if (match === undefined || 'allowed' in match) return { reason: 'failed' }
  const { operation, params } = match
  const late = AbortSignal.timeout(patience)
  const outer = {
    caller,
    origin: 'system',
    requestId: 'search',
    ...presentRequest(),
    signal: AbortSignal.any([signal, late]),
  } as const
  const request = admitted(outer, { operation, params, query: queryFor(operation), body: undefined })
  if (request === undefined) return { reason: 'denied' }
  try {
    return { outcome: await Promise.race([perform(request), rejectOn(late)]) }
  } catch {
    return { reason: late.aborted ? 'late' : 'failed' }
  }
}

function admitted(...request: Parameters<typeof innerRequest>): AdmittedRequest | undefined {
  try {
    return innerRequest(...request)
  } catch {
    return undefined
  }
}

/** Rejects on the timeout. An operation that ignores its signal keeps running, but its answer is discarded. */
const rejectOn = (late: AbortSignal) =>
  new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error), { once: true }))

/** Runs `work` for all items, at most `atOnce` at a time. The results keep the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}
