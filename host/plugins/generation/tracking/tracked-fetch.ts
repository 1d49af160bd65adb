import type { LiveWork } from './live-work.ts'

/**
 * Makes a `fetch` whose requests are noted until they are answered, and are aborted with the generation, streaming bodies
 * included. What the caller passes as a signal holds as well.
 */
export function trackFetch(
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
