import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a condition, looking again and again; gives up after so many milliseconds with what was waited for. */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  { within = 8_000 }: { within?: number } = {},
): Promise<NonNullable<Value>> {
  const end = Date.now() + within
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== null && value !== false) return value
    if (Date.now() > end) throw new Error(`Waited ${within} ms in vain for: ${what}`)
    await pause(10)
  }
}
