import { syncBuiltinESMExports } from 'node:module'
import * as processModule from 'node:process'
import type { Undo } from '@atrium/sdk'
import { stackBelow } from '../../../base/errors/index.ts'

/** Thrown in a plugin that tries to end the process. */
export class ProcessEndRefused extends Error {
  override readonly name = 'ProcessEndRefused'
}

/** Decides whether code of a plugin threw the error, or made the call on its stack. If so, reports it. */
export type IsOfPlugin = (error: unknown) => boolean

const guards = new Set<IsOfPlugin>()
let restore: Undo | undefined

/**
 * Refuses `process.exit`, `process.reallyExit`, `process.abort` and `process.kill` of the own process to plugins: the call throws in the
 * plugin. Calls of the host, its command line and other code pass. An error that a plugin throws while it listens to uncaught errors does
 * not end the process either.
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
type Replaced = Record<(typeof ENDING)[number] | 'emit', Call>

const ENDING = ['exit', 'reallyExit', 'abort', 'kill'] as const

function replaceFunctions(): Undo {
  const target = process as unknown as Replaced
  const { emit } = target
  const originals = ENDING.map((name) => [name, target[name]] as const)
  target.emit = (event, ...parameters) =>
    UNCAUGHT.has(event) ? emitToEach(String(event), parameters) : emit.call(process, event, ...parameters)
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
    target.emit = emit
    syncBuiltinESMExports()
  }
}

const UNCAUGHT: ReadonlySet<unknown> = new Set(['uncaughtException', 'unhandledRejection'])

/** Node ends the process if a listener to uncaught errors throws. The listeners of the host come after those that a plugin puts first. */
function emitToEach(event: string, parameters: unknown[]): boolean {
  const listeners = process.rawListeners(event)
  for (const listener of listeners) {
    try {
      Reflect.apply(listener, process, parameters)
    } catch (error) {
      if (!(error instanceof ProcessEndRefused) && !areOfPlugin(error)) throw error
    }
  }
  return listeners.length > 0
}

/**
 * `process` as plugins see it. It refuses `process.exitCode = 4`, which Node does not let anybody else intercept: the code with which the
 * host ends is not theirs to set.
 */
export const pluginProcess = new Proxy(process, {
  set(target, name, value) {
    if (name !== 'exitCode') return Reflect.set(target, name, value)
    const refused = new ProcessEndRefused(
      `[process.exitCode = ${String(value)}] is refused, because only the host decides with which code it ends. Throw an error instead.`,
    )
    areOfPlugin(refused)
    throw refused
  },
})

/** `node:process` as plugins import it. Reads each member when it is used, because the guard replaces some. */
export const pluginProcessModule: Record<string, unknown> = Object.create(null, {
  ...Object.fromEntries(
    Object.keys(processModule).map((name) => [
      name,
      { enumerable: true, get: (): unknown => Reflect.get(processModule, name) },
    ]),
  ),
  default: { enumerable: true, value: pluginProcess },
}) as Record<string, unknown>

/** Signal 0 only checks whether a process exists. */
const killsThisProcess = (pid?: unknown, signal?: unknown) =>
  signal !== 0 && [process.pid, -process.pid, 0].includes(Number(pid))

function refuseToPlugins(name: string, above: Call): void {
  const refused = new ProcessEndRefused(
    `[process.${name}] is refused, because it would end the host and every other plugin. Throw an error instead.`,
  )
  stackBelow(above, refused)
  if (areOfPlugin(refused)) throw refused
}

/** Asks all of them, because several hosts of one process may have a plugin with the same id. */
const areOfPlugin = (error: unknown) => [...guards].map((isOfPlugin) => isOfPlugin(error)).includes(true)
