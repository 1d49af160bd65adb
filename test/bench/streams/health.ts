import { setTimeout as pause } from 'node:timers/promises'
import type { Atrium } from '../start-atrium.ts'

/** How a host of `servers/atrium-delayed.mjs` is. */
export interface Health {
  /** Times between two calls of a timer of 10 ms since it was asked last, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Bytes, after collections. */
  readonly rss: number
  readonly heap: number
}

/** Asks a host how it is, which begins a new measure of its event loop. */
export async function healthOf({ pid, printed }: Atrium): Promise<Health> {
  const told = async () =>
    (await printed()).split('\n').filter((line) => line.startsWith('{"health"') && line.endsWith('}'))
  const before = (await told()).length
  process.kill(pid, 'SIGUSR2')
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) {
    const last = (await told())[before]
    if (last !== undefined) return (JSON.parse(last) as { health: Health }).health
  }
  throw new Error('The host did not say within 10 s how it is.')
}
