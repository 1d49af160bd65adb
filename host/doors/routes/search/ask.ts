import type { Caller, RawQuery } from '@atrium/sdk'
import type { AdmittedRequest, Outcome, Perform } from '../../../core/operations/index.ts'
import { innerRequest, presentRequest } from '../../../core/operations/index.ts'
import type { Operation, Registries } from '../../../core/registries/index.ts'

export interface AskOptions {
  readonly registries: Registries
  readonly perform: Perform
  readonly caller: Caller
  readonly signal: AbortSignal
  /** How long an answer is waited for, in milliseconds. */
  readonly patience: number
}

/** What came of asking. Whoever may not ask is told nothing, not even that there was something to ask. */
export type Answer = { readonly outcome: Outcome } | { readonly reason: 'late' | 'failed' | 'denied' }

/** Asks a GET operation in process, as the caller, and does not wait for one that is slow. */
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

/** An operation that does not look at its signal is left to run: its answer is for nobody. */
const rejectOn = (late: AbortSignal) =>
  new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error), { once: true }))

/** Works on all of them, at most so many at a time; results come in the order of what was given. */
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
