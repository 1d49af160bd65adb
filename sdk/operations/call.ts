import type { Caller } from './caller.ts'

/** One call of an operation, as its handler sees it: parsed, validated, permitted. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Request headers in lower case. Empty when the call came in process. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly caller: Caller
  /** Aborted when the client goes away or the plugin's generation has to end. */
  readonly signal: AbortSignal
  /**
   * Checks a whole record against the record schema joined with the form's conditions, as a PATCH must after merging.
   * Throws the 422 that the form shows.
   */
  readonly check: (record: unknown) => void
}
