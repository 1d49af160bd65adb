import type { Module } from 'node:module'
import { bundleMigrations } from './migrations.ts'
import type { BundledMigration } from './migrations.ts'
import { bundleParameters, evaluateBundle } from './evaluate-bundle.ts'
import { evaluationFailed, loadTimedOut } from './load-diagnostics.ts'
import { bundlePlugin } from './plugin-bundle.ts'
import { PluginLoadError } from './plugin-load-error.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { hostModules } from './shared-modules.ts'
import type { ModuleNamespace, SharedModules } from './shared-modules.ts'
import { trackedGlobals } from '../generation/tracking/tracked-globals.ts'
import type { TrackedGlobals } from '../generation/tracking/tracked-globals.ts'
import type { Leftover } from '../generation/tracking/leftover.ts'
import { OpenedResources } from '../generation/tracking/opened-resources.ts'
import { withinTime } from '../../base/lifetime/index.ts'

const TIME_LIMIT = 10_000

export interface LoadOptions {
  /** Which modules are always the host's. Default: `@atrium/sdk` and its subpaths. */
  shared?: SharedModules
  /** Aborts what the generation fetches. */
  signal?: AbortSignal
  /** What the plugin's `fetch` goes through. Default: the global one. */
  fetch?: typeof globalThis.fetch
  /** Milliseconds until a load that does not settle is given up. Default: 10 000. */
  timeLimit?: number
}

/** One loaded copy of a plugin's code. It is in none of Node's module caches: let go of it, and it is collected. */
export interface LoadedGeneration {
  /** The plugin's exports by name. */
  exports: ModuleNamespace
  /** The plugin's own files that were bundled, absolute. */
  files: string[]
  migrations: BundledMigration[]
  /** To be kept as long as the generation, or its stacks lose the author's lines. */
  module: Module
  /** The timers and requests the plugin starts. */
  globals: TrackedGlobals
  /** What else the plugin opens; its functions are to be staged by it. */
  opened: OpenedResources
  /** Ends what can be ended; who retires the generation calls it. @returns what was left over */
  dispose: () => Promise<Leftover[]>
}

/**
 * Loads a plugin afresh (design section 6, step 1); development and production have no other way. Throws PluginLoadError with
 * `build_failed`, `load_failed`, `load_timeout`, `migration_invalid` or `migration_name_taken`: what the failed code had started
 * is stopped by then, and generations loaded before are not touched.
 */
export async function loadGeneration(
  manifest: PluginManifest,
  { shared = hostModules, signal, fetch, timeLimit = TIME_LIMIT }: LoadOptions = {},
): Promise<LoadedGeneration> {
  const globals = trackedGlobals({ directory: manifest.directory, signal, fetch })
  const opened = new OpenedResources(manifest.directory)
  const sources = new Map<string, string>()
  const expired = () => new PluginLoadError([loadTimedOut(manifest, timeLimit)], { files: sources.keys() })
  try {
    return await withinTime(timeLimit, (deadline) => load(manifest, { shared, globals, opened, sources, deadline }), {
      expired,
    })
  } catch (error) {
    globals.dispose()
    await opened.dispose()
    throw error
  }
}

interface Load {
  shared: SharedModules
  globals: TrackedGlobals
  opened: OpenedResources
  /** Filled with what is read, also by a load that fails. */
  sources: Map<string, string>
  deadline: AbortSignal
}

async function load(
  manifest: PluginManifest,
  { shared, globals, opened, sources, deadline }: Load,
): Promise<LoadedGeneration> {
  const bundle = await bundlePlugin(manifest, {
    shared: (specifier) => trackedModule(globals, specifier) ?? shared(specifier),
    sources,
    parameters: bundleParameters(globals),
  })
  deadline.throwIfAborted()
  const files = [...sources.keys()]
  const evaluated = await opened
    .stage(() => evaluateBundle(bundle, globals))
    .catch((error: unknown) => {
      throw new PluginLoadError([evaluationFailed(error, manifest)], { files, cause: error })
    })
  const { migrations, findings } = bundleMigrations(bundle.migrations, { modules: evaluated.migrations, sources })
  if (findings.length > 0) throw new PluginLoadError(findings, { files })
  const dispose = async () => [...globals.dispose(), ...(await opened.dispose())]
  return { exports: evaluated.exports, files, migrations, module: evaluated.module, globals, opened, dispose }
}

function trackedModule({ modules }: TrackedGlobals, specifier: string): Promise<ModuleNamespace> | undefined {
  return Object.hasOwn(modules, specifier) ? Promise.resolve(modules[specifier]!) : undefined
}
