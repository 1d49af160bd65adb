import { setTimeout as pause } from 'node:timers/promises'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { median } from '../median.ts'
import { residentMemory } from '../resident-memory.ts'
import { startAtrium } from '../start-atrium.ts'

const STARTS = 7
const IDLE_MS = 3_000

/** How soon the built host is ready, on its first start and on later ones, and what it occupies while nobody asks for anything. */
export async function startAndIdle(): Promise<Finding[]> {
  const runs: Start[][] = []
  for (let run = 0; run < STARTS; run += 1) {
    const { directory: dataDir, remove } = await createTestDirectory()
    runs.push([await start(dataDir), await start(dataDir)])
    await remove()
  }
  const firsts = runs.map(([first]) => first?.seconds ?? NaN)
  const laters = runs.map(([, later]) => later?.seconds ?? NaN)
  const memory = runs.flat().map(({ megabytes }) => megabytes)
  return [
    atMost('first start to /readyz, with all migrations', median(firsts), { wanted: 1.2, unit: ' s' }),
    atMost('later start to /readyz', median(laters), { wanted: 1.2, unit: ' s' }),
    atMost('memory while idle, with one plugin', median(memory), { wanted: 130, unit: ' MB', digits: 0 }),
  ]
}

interface Start {
  readonly seconds: number
  readonly megabytes: number
}

async function start(dataDir: string): Promise<Start> {
  await using atrium = await startAtrium({ dataDir })
  await pause(IDLE_MS)
  return { seconds: atrium.milliseconds / 1000, megabytes: await residentMemory(atrium.pid) }
}
