import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty temporary directory, and the function that removes it with its contents. */
export async function createTestDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
