import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two looks. A look is often a request, whose host works in the same process. */
const SHORTEST = 10
const LONGEST = 50

/** Looks again and again until a condition holds. After the first 100 ms it looks less often. Gives up after `within` milliseconds, two minutes by default, and says what it waited for. */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  { within = 120_000 }: { within?: number } = {},
): Promise<NonNullable<Value>> {
  const begun = performance.now()
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== null && value !== false) return value
    const waited = performance.now() - begun
    if (waited > within) throw new Error(`Waited ${within} ms in vain for: ${what}`)
    await pause(Math.min(Math.max(waited / 10, SHORTEST), LONGEST))
  }
}
