import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { type LoadedPlugin, type LoadOptions as PluginLoadOptions, loadPlugin } from '../load/load-plugin.ts'
import type { Leftover } from './tracking/leftover.ts'
import { OpenedResources } from './tracking/opened-resources.ts'
import { trackedGlobals, type TrackedGlobals } from './tracking/tracked-globals.ts'

export interface LoadOptions extends Pick<PluginLoadOptions, 'shared' | 'timeLimit'> {
  /** Aborts what the generation fetches. */
  signal?: AbortSignal
  /** What the plugin's `fetch` goes through. Default: the global one. */
  fetch?: typeof globalThis.fetch
}

/** A loaded copy of a plugin, and everything that it starts. */
export interface LoadedGeneration extends LoadedPlugin {
  /** The timers and requests that the plugin starts. */
  globals: TrackedGlobals
  /** What else the plugin opens. Its functions must be run by it while the plugin is staged. */
  opened: OpenedResources
  /** Ends what can be ended. Whoever retires the generation calls it. @returns what was left over */
  dispose: () => Promise<Leftover[]>
}

/**
 * Loads a plugin and tracks what it starts. When it fails, what the plugin had started is stopped.
 * @throws PluginRejected as `loadPlugin` does
 */
export async function loadGeneration(
  manifest: PluginManifest,
  { signal, fetch, ...options }: LoadOptions = {},
): Promise<LoadedGeneration> {
  const { directory } = manifest
  const globals = trackedGlobals({ directory, signal, fetch })
  const opened = new OpenedResources(directory)
  const dispose = async () => [...globals.dispose(), ...(await opened.dispose())]
  try {
    const loaded = await loadPlugin(manifest, { ...options, globals, run: (work) => opened.stage(work) })
    return { ...loaded, globals, opened, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}
