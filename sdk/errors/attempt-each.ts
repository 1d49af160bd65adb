import type { Attempt } from './attempt.ts'

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
