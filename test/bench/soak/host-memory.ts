import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from '../start-server.ts'

/** How to start a host that reports its memory. */
export const COUNTED = {
  script: 'test/bench/servers/atrium-counted.mjs',
  flags: ['--expose-gc', '--no-compilation-cache'],
}

/** What `servers/atrium-counted.mjs` prints. */
export interface HostMemory {
  /** Generations since the start, without the first. */
  readonly published: number
  /** How many of these are no longer in memory. */
  readonly finalized: number
  /** In bytes, after several forced collections. */
  readonly heap: number
}

/** Asks the host for its memory and waits for the answer. */
export async function hostMemory(server: Pick<Server, 'pid' | 'printed'>): Promise<HostMemory> {
  const before = await told(server)
  process.kill(server.pid, 'SIGUSR2')
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    const now = await told(server)
    const last = now.at(-1)
    if (now.length > before.length && last) return last
  }
  throw new Error('The host has not told its memory within a minute.')
}

async function told({ printed }: Pick<Server, 'printed'>): Promise<HostMemory[]> {
  const lines = (await printed()).split('\n').filter((line) => line.startsWith('{"memory"'))
  return lines.map((line) => (JSON.parse(line) as { memory: HostMemory }).memory)
}
