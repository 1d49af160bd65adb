import type { Outcome } from './outcome.ts'

/** Writes a row about a change into its transaction. */
export type Trace = (outcome: Outcome) => Promise<void>

/**
 * Leaves all traces of a change at once: none needs another's answer, and each way to the database costs. Settles when all have,
 * so that none is still under way when the transaction is rolled back. Rejects with what the first of them failed with.
 */
export async function leaveTraces(outcome: Outcome, traces: readonly Trace[]): Promise<void> {
  const left = await Promise.allSettled(traces.map((leave) => leave(outcome)))
  for (const trace of left) if (trace.status === 'rejected') throw trace.reason
}
