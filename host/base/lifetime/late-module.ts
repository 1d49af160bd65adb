import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { devNull } from 'node:os'

const require = createRequire(import.meta.url)

/**
 * Returns a function that loads a package on its first call, for packages that most hosts never need. A failure is not cached: the next
 * call tries again. Loading works even if the process is out of file descriptors, because some are kept in reserve for it.
 *
 * It is not an `import()`: Node caches a failed one as long as the process runs, and a `package.json` that it could not open for lack of
 * descriptors counts as missing from then on. Loading blocks the event loop, so nobody else takes the descriptors meanwhile.
 * @throws a system error `EMFILE` if the reserve is gone too
 */
export function latePackage<Module>(specifier: string): () => Module {
  refill()
  let loaded: Module | undefined
  return () => {
    if (loaded !== undefined) return loaded
    try {
      release()
      requireDescriptors(1)
      return (loaded = require(specifier) as Module)
    } finally {
      refill()
    }
  }
}

/** At least the number of files that an `import()` has open at once. */
const OF_AN_IMPORT = 64

const imported = new Set<string>()

/**
 * Imports a module unless descriptors are so scarce that it could fail, because Node would cache the failure. A later call tries again.
 * @throws a system error `EMFILE`
 */
export async function lateImport(specifier: string): Promise<Record<string, unknown>> {
  if (!imported.has(specifier)) {
    release()
    try {
      requireDescriptors(OF_AN_IMPORT)
      await import(specifier)
      imported.add(specifier)
    } finally {
      refill()
    }
  }
  return (await import(specifier)) as Record<string, unknown>
}

/** Whether the process can open another file without the reserve. */
export function hasFreeDescriptor(): boolean {
  try {
    requireDescriptors(1)
    return true
  } catch {
    return false
  }
}

/** Descriptors kept open so that nobody else can take them. `require` opens one file at a time; the rest is for other threads. */
const RESERVED = 16
const reserve: number[] = []

function release(): void {
  for (const descriptor of reserve.splice(0)) closeSync(descriptor)
}

/** Descriptors that cannot be reserved now are reserved after the next load. */
function refill(): void {
  open(RESERVED - reserve.length, reserve)
}

function requireDescriptors(count: number): void {
  const opened: number[] = []
  const error = open(count, opened)
  for (const descriptor of opened) closeSync(descriptor)
  if (error !== undefined) throw error as Error
}

/** Opens as many as possible. Returns the error of the first that could not be opened. */
function open(count: number, opened: number[]): unknown {
  try {
    for (let index = 0; index < count; index++) opened.push(openSync(devNull, 'r'))
    return undefined
  } catch (error) {
    return error
  }
}
