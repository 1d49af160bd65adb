import type { Attempt } from './attempt.ts'

/** Goes on together with those that went well so far; what comes of each takes its place among the others. */
export async function attempt_rest<Value, Next>(
  attempts: readonly Attempt<Value>[],
  run: (values: readonly Value[]) => Promise<readonly Attempt<Next>[]>,
): Promise<Attempt<Next>[]> {
  const values = attempts.flatMap((attempt) => ('value' in attempt ? [attempt.value] : []))
  const next = (await run(values)).values()
  return attempts.map((attempt) => ('value' in attempt ? (next.next().value as Attempt<Next>) : attempt))
}
