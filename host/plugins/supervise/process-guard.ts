import { syncBuiltinESMExports } from 'node:module'
import type { Undo } from '@atrium/sdk'
import { stackBelow } from '../../base/errors/index.ts'

/** Thrown in a plugin that tries to end the process. */
export class ProcessEndRefused extends Error {
  override readonly name = 'ProcessEndRefused'
}

/** Decides whether code of a plugin made the call on the error's stack. */
export type IsOfPlugin = (refused: ProcessEndRefused) => boolean

const guards = new Set<IsOfPlugin>()
let restore: Undo | undefined

/**
 * Refuses `process.exit`, `process.reallyExit`, `process.abort` and `process.kill` of the own process to plugins: the call throws in the
 * plugin. Calls of the host, its command line and other code pass.
 * @returns the function that ends the guard
 */
export function guardProcess(isOfPlugin: IsOfPlugin): Undo {
  guards.add(isOfPlugin)
  restore ??= replaceFunctions()
  return () => {
    guards.delete(isOfPlugin)
    if (guards.size > 0) return
    restore?.()
    restore = undefined
  }
}

type Call = (this: unknown, ...parameters: unknown[]) => unknown
type Ending = Record<(typeof ENDING)[number], Call>

const ENDING = ['exit', 'reallyExit', 'abort', 'kill'] as const

function replaceFunctions(): Undo {
  const target = process as unknown as Ending
  const originals = ENDING.map((name) => [name, target[name]] as const)
  for (const [name, original] of originals) {
    target[name] = function guarded(...parameters) {
      if (name !== 'kill' || killsThisProcess(...parameters)) refuseToPlugins(name, guarded)
      return original.apply(process, parameters)
    }
  }
  // Named imports of `node:process` get the replacements too.
  syncBuiltinESMExports()
  return () => {
    for (const [name, original] of originals) target[name] = original
    syncBuiltinESMExports()
  }
}

/** Signal 0 only checks whether a process exists. */
const killsThisProcess = (pid?: unknown, signal?: unknown) =>
  signal !== 0 && [process.pid, -process.pid, 0].includes(Number(pid))

function refuseToPlugins(name: string, above: Call): void {
  const refused = new ProcessEndRefused(
    `[process.${name}] is refused, because it would end the host and every other plugin. Throw an error instead.`,
  )
  stackBelow(above, refused)
  // All of them are called, because several hosts of one process may have a plugin with the same id.
  if ([...guards].map((isOfPlugin) => isOfPlugin(refused)).includes(true)) throw refused
}
