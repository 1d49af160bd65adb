import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty directory of its own, and the function that removes it with all that has come into it. */
export async function createTestDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
