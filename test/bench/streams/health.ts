import { setTimeout as pause } from 'node:timers/promises'
import type { Atrium } from '../start-atrium.ts'

/** Times between two calls of a timer of 10 ms since they were asked for last, in milliseconds. */
export interface Delay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Bytes, after collections. */
export interface Memory {
  readonly rss: number
  readonly heap: number
}

/** Asks a host of `servers/atrium-delayed.mjs` for the delay of its event loop, which begins a new measure. */
export const delayOf = (atrium: Atrium): Promise<Delay> => ask(atrium, 'SIGUSR2', 'delay')

/** Asks such a host for its memory. Its event loop stands still meanwhile. */
export const memoryOf = (atrium: Atrium): Promise<Memory> => ask(atrium, 'SIGHUP', 'memory')

async function ask<Told>({ pid, printed }: Atrium, signal: NodeJS.Signals, what: string): Promise<Told> {
  const told = async () =>
    (await printed()).split('\n').filter((line) => line.startsWith(`{"${what}"`) && line.endsWith('}'))
  const before = (await told()).length
  process.kill(pid, signal)
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) {
    const last = (await told())[before]
    if (last !== undefined) return (JSON.parse(last) as Record<string, Told>)[what] as Told
  }
  throw new Error(`The host did not tell its ${what} within 10 s.`)
}
