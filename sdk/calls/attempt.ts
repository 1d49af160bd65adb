/** What came of one of many: its value, or what it failed with. */
export type Attempt<Value, Failure = unknown> = { readonly value: Value } | { readonly error: Failure }

/** Tries the same with each of many, one after the other. */
export async function attempt_each<Given, Value>(
  many: readonly Given[],
  run: (each: Given) => Promise<Value>,
): Promise<Attempt<Value>[]> {
  const attempts: Attempt<Value>[] = []
  for (const each of many) attempts.push(await attempt(() => run(each)))
  return attempts
}

async function attempt<Value>(run: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await run() }
  } catch (error) {
    return { error }
  }
}

/** Goes on together with those that went well so far; what comes of each takes its place among the others. */
export async function attempt_rest<Value, Next>(
  attempts: readonly Attempt<Value>[],
  run: (values: readonly Value[]) => Promise<readonly Attempt<Next>[]>,
): Promise<Attempt<Next>[]> {
  const values = attempts.flatMap((attempt) => ('value' in attempt ? [attempt.value] : []))
  const next = (await run(values)).values()
  return attempts.map((attempt) => ('value' in attempt ? (next.next().value as Attempt<Next>) : attempt))
}
