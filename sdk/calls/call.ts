import type { Caller } from './caller.ts'
import type { Replay } from './results.ts'

/** One call of an operation, as its handler sees it: parsed, validated, permitted. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Request headers in lower case. Empty when the call came in process. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly caller: Caller
  /** Aborted when the client disconnects or the plugin's generation has to end. */
  readonly signal: AbortSignal
  /**
   * Checks a whole record against the record schema joined with the form's conditions, as a PATCH must after merging.
   * Throws the 422 that the form shows.
   */
  readonly check: (record: unknown) => void
  /**
   * For a route with the option `once`, whose handler reads its body itself. Does the work in one transaction with the answer that is
   * kept for the `Idempotency-Key`, so that it is done only once per key. `given` is JSON that identifies the request, for example the
   * hash of a file: another value under the same key is 422. Return the `result`. If the work is `replayed`, it was done for an earlier
   * request: undo what this request did before. Without a key the work is simply done.
   *
   *     const { result, replayed } = await once({ sha256 }, () => addDocument(file))
   *     if (replayed) await files.delete(file.key)
   *     return result
   */
  readonly once: <Result>(given: unknown, work: () => Promise<Result>) => Promise<Once<Result>>
}

/** The result of `call.once`. */
export type Once<Result> =
  | { readonly replayed: false; readonly result: Result }
  /** The answer that the host gave to the earlier request. */
  | { readonly replayed: true; readonly result: Replay }
