import nativeTimers from 'node:timers'
import nativePromises from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PluginGlobals } from '../../load/evaluate-bundle.ts'
import type { ModuleNamespace } from '../../load/shared-modules.ts'
import type { Leftover } from './leftover.ts'
import { LiveWork } from './live-work.ts'
import { pluginProcess, pluginProcessModule } from './process-guard.ts'
import { trackTimerPromises } from './tracked-timer-promises.ts'
import { trackTimers } from './tracked-timers.ts'

/** One generation's replacements for the global functions that start work, and for `node:timers`. */
export interface TrackedGlobals extends PluginGlobals {
  /** Stops all work of the generation, and everything it starts later. @returns what was left over */
  dispose: () => Leftover[]
}

/**
 * Makes the tracked globals of one generation. `signal` aborts its requests; they use `fetch` (default: the global one).
 * `globalThis.setTimeout` itself stays Node's, so explicit uses of it are not tracked.
 */
export function trackedGlobals({
  directory,
  signal = new AbortController().signal,
  fetch = globalThis.fetch,
}: {
  directory: string
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
}): TrackedGlobals {
  const live = new LiveWork(directory)
  const promises = { ...nativePromises, ...trackTimerPromises(live) }
  const timers = trackTimers(live)
  Object.assign(timers.setTimeout, { [promisify.custom]: promises.setTimeout })
  Object.assign(timers.setImmediate, { [promisify.custom]: promises.setImmediate })
  return {
    functions: { ...timers, fetch: trackFetch(live, { signal, fetch }) },
    modules: {
      ...withBothNames('timers', { ...nativeTimers, ...timers, promises }),
      ...withBothNames('timers/promises', promises),
      ...{ process: pluginProcessModule, 'node:process': pluginProcessModule },
    },
    process: pluginProcess,
    dispose: () => live.dispose(),
  }
}

function withBothNames(name: string, members: ModuleNamespace): Record<string, ModuleNamespace> {
  const namespace = { ...members, default: members }
  return { [name]: namespace, [`node:${name}`]: namespace }
}

/**
 * Makes a `fetch` whose requests are tracked until they are answered, and aborted with the generation, streaming bodies
 * included. The caller's own signal aborts them too.
 */
function trackFetch(
  live: LiveWork,
  { signal, fetch }: { signal: AbortSignal; fetch: typeof globalThis.fetch },
): typeof globalThis.fetch {
  return async function trackedFetch(input, init) {
    const stop = new AbortController()
    const asked = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal
    const signals = [signal, stop.signal, asked].filter((one) => one != null)
    const work = live.start('fetch', { stop: () => stop.abort(), starter: trackedFetch })
    try {
      return await fetch(input, { ...init, signal: AbortSignal.any(signals) })
    } finally {
      live.end(work)
    }
  }
}
