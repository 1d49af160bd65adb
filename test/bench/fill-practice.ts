import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAtrium } from './start-atrium.ts'

const filled = new Map<number, Promise<string>>()

/**
 * A data directory with the data of `atrium seed --scale`: 5 means 10,000 clients and 100,000 bookings. Created once for all
 * measures, and removed at the end of the process.
 */
export function fillPractice(scale: number): Promise<string> {
  const directory = filled.get(scale) ?? fill(scale)
  filled.set(scale, directory)
  return directory
}

async function fill(scale: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-practice-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  await using atrium = await startAtrium({ dataDir })
  for (const plugin of ['clients', 'booking'])
    await atrium.request(`/api/v1/plugins/${plugin}/seed`, { scale, in_production: true })
  return dataDir
}
