import nativeTimers from 'node:timers'
import nativePromises from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PluginGlobals } from '../../load/evaluate-bundle.ts'
import type { ModuleNamespace } from '../../load/shared-modules.ts'
import type { Leftover } from './leftover.ts'
import { LiveWork } from './live-work.ts'
import { trackTimerPromises } from './tracked-timer-promises.ts'
import { trackTimers } from './tracked-timers.ts'

/** What one generation of a plugin sees in place of the global functions that start something, and of `node:timers`. */
export interface TrackedGlobals extends PluginGlobals {
  /** Stops everything that the generation has under way, and whatever it starts later. @returns what was left over */
  dispose: () => Leftover[]
}

/**
 * Makes the tracked globals of one generation. `signal` aborts its requests; `fetch` is what they go through (default: the
 * global one). `globalThis.setTimeout` itself stays Node's: who writes that out is not tracked.
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
    },
    dispose: () => live.dispose(),
  }
}

function withBothNames(name: string, members: ModuleNamespace): Record<string, ModuleNamespace> {
  const namespace = { ...members, default: members }
  return { [name]: namespace, [`node:${name}`]: namespace }
}

/**
 * Makes a `fetch` whose requests are noted until they are answered, and are aborted with the generation, streaming bodies
 * included. What the caller passes as a signal holds as well.
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
