import type { BuildOptions, BuildResult } from 'esbuild'
import { build, stop } from 'esbuild'

type InMemoryOptions = BuildOptions & { write: false }

/** Counts the replacements of the esbuild child, so that several builds that lost the same child replace it once. */
let abandoned = 0

/**
 * Runs one esbuild build. If its child process has died (killed by the system when memory is short, or stopped between two
 * builds) a new one is started and the build is tried once more; without that every later build would fail (evanw/esbuild#2884).
 */
export async function runBundler(options: InMemoryOptions): Promise<BuildResult<InMemoryOptions>> {
  const child = abandoned
  try {
    return await build(options)
  } catch (error) {
    if (!isChildGone(error)) throw error
    if (child === abandoned) await stopBundler()
    return build(options)
  }
}

/** Ends the esbuild child process (about 15 MB); the next build starts a new one. */
export async function stopBundler(): Promise<void> {
  abandoned += 1
  await stop()
}

function isChildGone(error: unknown): boolean {
  return /The service (is no longer running|was stopped)/.test(String(error))
}
