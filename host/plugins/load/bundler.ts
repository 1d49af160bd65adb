import type * as Esbuild from 'esbuild'
import type { BuildOptions, BuildResult } from 'esbuild'
import { latePackage, once } from '../../base/lifetime/index.ts'

type InMemoryOptions = BuildOptions & { write: false }

/** A host whose bundles are all stored does not need it. */
const esbuild = latePackage<typeof Esbuild>('esbuild')
let isLoaded = false

function build(options: InMemoryOptions): Promise<BuildResult<InMemoryOptions>> {
  isLoaded = true
  return esbuild().build(options)
}

/** Counts the replacements of the esbuild child, so that several builds that lost the same child replace it only once. */
let abandoned = 0

let buildsUnderWay = 0
/** Keeps the idle child alive. */
let staysAlive = () => {}

/** Milliseconds, long enough that an author who saves repeatedly does not wait for another child each time. */
const IDLE_LIMIT = 10_000

/**
 * Runs one esbuild build. The esbuild child process ends when nothing has been built for `idleLimit` milliseconds (default 10,000);
 * the next build starts another one.
 */
export async function runBundler(
  options: InMemoryOptions,
  { idleLimit = IDLE_LIMIT }: { idleLimit?: number } = {},
): Promise<BuildResult<InMemoryOptions>> {
  staysAlive()
  buildsUnderWay += 1
  try {
    return await buildWithLivingChild(options)
  } finally {
    buildsUnderWay -= 1
    if (buildsUnderWay === 0) staysAlive = once(idleLimit, stopIfIdle, { onError: () => undefined })
  }
}

/** The timer may have fired just before a build began. */
const stopIfIdle = () => (buildsUnderWay === 0 ? stopBundler() : undefined)

/**
 * If the child process has died (killed by the system when memory is short, or stopped between two builds), a new one is started and the
 * build is tried once more. Otherwise every later build would fail (evanw/esbuild#2884).
 */
async function buildWithLivingChild(options: InMemoryOptions): Promise<BuildResult<InMemoryOptions>> {
  const child = abandoned
  try {
    return await build(options)
  } catch (error) {
    if (!isChildGone(error)) throw error
    if (child === abandoned) await stopBundler()
    return build(options)
  }
}

/** Ends the esbuild child process (13 to 40 MB); the next build starts a new one. */
export async function stopBundler(): Promise<void> {
  abandoned += 1
  if (isLoaded) await esbuild().stop()
}

function isChildGone(error: unknown): boolean {
  return /The service (is no longer running|was stopped)/.test(String(error))
}
