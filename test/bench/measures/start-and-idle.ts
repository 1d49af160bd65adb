import { setTimeout as pause } from 'node:timers/promises'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { median } from '../median.ts'
import { residentMemory } from '../resident-memory.ts'
import { startAtrium, TEMPLATE_ALONE } from '../start-atrium.ts'

const STARTS = 7
const IDLE_MS = 3_000

/**
 * The time until the built host is ready, on its first start and on later ones, and its memory when idle: with the template alone,
 * and with all plugins of this repository.
 */
export async function startAndIdle(): Promise<Finding[]> {
  return [...(await measure('one plugin', TEMPLATE_ALONE, 130)), ...(await measure('all plugins', {}, 160))]
}

type Environment = Readonly<Record<string, string>>

async function measure(having: string, env: Environment, wanted: number): Promise<Finding[]> {
  const runs: Start[][] = []
  for (let run = 0; run < STARTS; run += 1) {
    const { directory: dataDir, remove } = await createTestDirectory()
    runs.push([await start(dataDir, env), await start(dataDir, env)])
    await remove()
  }
  const firsts = runs.map(([first]) => first?.seconds ?? NaN)
  const laters = runs.map(([, later]) => later?.seconds ?? NaN)
  const memory = runs.flat().map(({ megabytes }) => megabytes)
  return [
    atMost(`first start to /readyz, with all migrations, ${having}`, median(firsts), { wanted: 1.2, unit: ' s' }),
    atMost(`later start to /readyz, ${having}`, median(laters), { wanted: 1.2, unit: ' s' }),
    atMost(`memory while idle, ${having}`, median(memory), { wanted, unit: ' MB', digits: 0 }),
  ]
}

interface Start {
  readonly seconds: number
  readonly megabytes: number
}

async function start(dataDir: string, env: Environment): Promise<Start> {
  await using atrium = await startAtrium({ dataDir, env })
  await pause(IDLE_MS)
  return { seconds: atrium.milliseconds / 1000, megabytes: await residentMemory(atrium.pid) }
}
