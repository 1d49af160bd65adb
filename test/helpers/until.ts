import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again until a condition holds. Gives up after `within` milliseconds, 50 s by default, and says what it waited for. */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  { within = 50_000 }: { within?: number } = {},
): Promise<NonNullable<Value>> {
  const end = Date.now() + within
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== null && value !== false) return value
    if (Date.now() > end) throw new Error(`Waited ${within} ms in vain for: ${what}`)
    await pause(10)
  }
}
