import { egressRefusalIn, type EgressSubject } from '../../base/egress/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { type LoadedPlugin, type LoadOptions as PluginLoadOptions, loadPlugin } from '../load/load-plugin.ts'
import type { Leftover } from './tracking/leftover.ts'
import { OpenedResources } from './tracking/opened-resources.ts'
import { trackedGlobals, type TrackedGlobals } from './tracking/tracked-globals.ts'

export interface LoadOptions extends Pick<PluginLoadOptions, 'shared' | 'timeLimit'> {
  /** Aborts the generation's requests. */
  signal?: AbortSignal
  /** The rule for the connections of the plugin. Default: none. */
  egress?: EgressSubject
}

/** A loaded copy of a plugin, and the work that it starts. */
export interface LoadedGeneration extends LoadedPlugin {
  /** The timers and requests that the plugin starts. */
  globals: TrackedGlobals
  /** Servers, sockets and the like. The plugin's functions must run inside it while the plugin is staged. */
  opened: OpenedResources
  /** Ends the work that can be ended from outside. Called when the generation is retired. @returns what was left over */
  dispose: () => Promise<Leftover[]>
}

/**
 * Loads a plugin and tracks the work that it starts. If the load fails, that work is stopped again.
 * @throws PluginRejected as `loadPlugin` does
 */
export async function loadGeneration(
  manifest: PluginManifest,
  { signal, egress, ...options }: LoadOptions = {},
): Promise<LoadedGeneration> {
  const { directory } = manifest
  const opened = new OpenedResources(directory, egress)
  const globals = trackedGlobals({ directory, signal, fetch: fetchIn(opened) })
  const dispose = async () => [...globals.dispose(), ...(await opened.dispose())]
  try {
    const loaded = await loadPlugin(manifest, { ...options, globals, run: (work) => opened.stage(work) })
    return { ...loaded, globals, opened, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Makes the `fetch` of a plugin. It attributes requests to the plugin wherever it is called, and reports refusals as such. */
const fetchIn =
  (opened: OpenedResources): typeof globalThis.fetch =>
  async (...request) => {
    try {
      return await opened.run(() => globalThis.fetch(...request))
    } catch (error) {
      throw egressRefusalIn(error) ?? error
    }
  }
