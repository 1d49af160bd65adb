/** The result of one attempt of many: its value, or its error. */
export type Attempt<Value, Failure = unknown> = { readonly value: Value } | { readonly error: Failure }

/** Runs the same work for each item, one after the other. A failure does not stop the others. */
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

/** Continues with the attempts that succeeded so far. The results keep the order of the attempts. */
export async function attempt_rest<Value, Next>(
  attempts: readonly Attempt<Value>[],
  run: (values: readonly Value[]) => Promise<readonly Attempt<Next>[]>,
): Promise<Attempt<Next>[]> {
  const values = attempts.flatMap((attempt) => ('value' in attempt ? [attempt.value] : []))
  const next = (await run(values)).values()
  return attempts.map((attempt) => ('value' in attempt ? (next.next().value as Attempt<Next>) : attempt))
}
