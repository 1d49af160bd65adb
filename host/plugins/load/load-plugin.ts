import type { Module } from 'node:module'
import { withinTime } from '../../base/lifetime/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { bundleParameters, evaluateBundle, type PluginGlobals } from './evaluate-bundle.ts'
import { evaluationFailed, loadTimedOut } from './load-diagnostics.ts'
import { bundleMigrations, type BundledMigration } from './migrations.ts'
import { bundlePlugin } from './plugin-bundle.ts'
import { PluginRejected } from './plugin-rejected.ts'
import { hostModules, type ModuleNamespace, type SharedModules } from './shared-modules.ts'

const TIME_LIMIT = 10_000

export interface LoadOptions {
  /** What the plugin's code sees in place of Node's own. */
  globals: PluginGlobals
  /** Runs the plugin's code, so that what it starts is noticed. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Which modules are always the host's. Default: `@atrium/sdk` and its subpaths. */
  shared?: SharedModules | undefined
  /** Milliseconds until a load that does not settle is given up. Default: 10 000. */
  timeLimit?: number | undefined
}

/** One loaded copy of a plugin's code. It is in none of Node's module caches: without a reference to it, it is collected. */
export interface LoadedPlugin {
  /** The plugin's exports by name. */
  exports: ModuleNamespace
  /** The plugin's own files that were bundled, absolute. */
  files: string[]
  migrations: BundledMigration[]
  /** Must be kept as long as the generation. Without it, stacks no longer name the author's lines. */
  module: Module
}

/**
 * Loads a plugin afresh (ARCHITECTURE: Generations). Development and production load in the same way. Copies that were loaded before
 * are not touched. A load that fails may have started something, which the caller ends.
 * @throws PluginRejected `build_failed`, `load_failed`, `load_timeout`, `migration_invalid` or `migration_name_taken`
 */
export async function loadPlugin(manifest: PluginManifest, options: LoadOptions): Promise<LoadedPlugin> {
  const { timeLimit = TIME_LIMIT } = options
  const sources = new Map<string, string>()
  const expired = () => new PluginRejected([loadTimedOut(manifest, timeLimit)], { files: sources.keys() })
  return withinTime(timeLimit, (deadline) => load(manifest, { ...options, sources, deadline }), { expired })
}

interface Load extends LoadOptions {
  /** Filled with what is read, also by a load that fails. */
  sources: Map<string, string>
  deadline: AbortSignal
}

async function load(
  manifest: PluginManifest,
  { globals, run, shared = hostModules, sources, deadline }: Load,
): Promise<LoadedPlugin> {
  const bundle = await bundlePlugin(manifest, {
    shared: (specifier) => replacedModule(globals, specifier) ?? shared(specifier),
    sources,
    parameters: bundleParameters(globals),
  })
  deadline.throwIfAborted()
  const files = [...sources.keys()]
  const evaluated = await run(() => evaluateBundle(bundle, globals)).catch((error: unknown) => {
    throw new PluginRejected([evaluationFailed(error, manifest)], { files, cause: error })
  })
  const { migrations, findings } = bundleMigrations(bundle.migrations, { modules: evaluated.migrations, sources })
  if (findings.length > 0) throw new PluginRejected(findings, { files })
  return { exports: evaluated.exports, files, migrations, module: evaluated.module }
}

function replacedModule({ modules }: PluginGlobals, specifier: string): Promise<ModuleNamespace> | undefined {
  return Object.hasOwn(modules, specifier) ? Promise.resolve(modules[specifier]!) : undefined
}
