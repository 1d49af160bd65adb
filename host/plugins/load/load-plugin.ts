import { createHash } from 'node:crypto'
import type { Module } from 'node:module'
import path from 'node:path'
import { withinTime } from '../../base/lifetime/index.ts'
import { packageWarnings } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { bundleParameters, evaluateBundle, type PluginGlobals } from './evaluate-bundle.ts'
import { bundlingTimedOut, evaluationFailed, loadTimedOut } from './load-diagnostics.ts'
import { bundleElements } from './bundle-elements.ts'
import { bundleMigrations, type BundledMigration } from './migrations.ts'
import { checkImportCase } from './import-case.ts'
import { checkMigrationNames } from './migration-names.ts'
import { bundlePlugin } from './plugin-bundle.ts'
import { PluginRejected } from './plugin-rejected.ts'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { ElementFile, Translations } from '../../core/registries/index.ts'
import { readTranslations } from './translations.ts'
import { staleDiagnostics } from './stale-packages.ts'
import { readSourceNames, type SourceNames } from './source-names.ts'
import { hostModules, type ModuleNamespace, type SharedModules } from './shared-modules.ts'

const TIME_LIMIT = 10_000
/** Milliseconds for bundling. Generous, because slow bundling is the fault of a busy machine, not of the plugin. */
const BUNDLING_LIMIT = 120_000

export interface LoadOptions {
  /** The plugin's replacements for Node's globals and modules. */
  globals: PluginGlobals
  /** Runs the plugin's code so that its work is tracked. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Resolves the modules that the host shares. Default: `@atrium/sdk` and its subpaths. */
  shared?: SharedModules | undefined
  /** Time limit for the plugin's code, in milliseconds. Default: 10 000. */
  timeLimit?: number | undefined
}

/** One loaded copy of a plugin's code. Node's module caches do not hold it, so it can be collected. */
export interface LoadedPlugin {
  /** The plugin's exports by name. */
  exports: ModuleNamespace
  /** The plugin's own files that were bundled, absolute. */
  files: string[]
  /** A hash of these files: the same on each host that has the same files. */
  content: string
  migrations: BundledMigration[]
  /** The module of its own columns, fields and widgets, for the browser. */
  elements?: ElementFile | undefined
  /** The translations of its texts. */
  translations?: Translations | undefined
  warnings: Diagnostic[]
  /** Names that the source writes as literals. */
  names: SourceNames
  /** Keep it as long as the generation. Without it, stacks no longer name the author's lines. */
  module: Module
}

/**
 * Loads a new copy of a plugin (ARCHITECTURE: Generations), in the same way in development and production. Earlier copies
 * are not touched. The caller must end the work that a failed load has started.
 * @throws PluginRejected `build_failed`, `load_failed`, `load_timeout`, `migration_invalid`, `migration_name_taken`, `elements_missing`,
 *   `elements_too_large` or `translation_invalid`
 */
export async function loadPlugin(manifest: PluginManifest, options: LoadOptions): Promise<LoadedPlugin> {
  const { globals, run, shared = hostModules, timeLimit = TIME_LIMIT } = options
  const sources = new Map<string, string>()
  const late = (diagnostic: Diagnostic) => () => new PluginRejected([diagnostic], { files: sources.keys() })
  const bundling = () =>
    bundlePlugin(manifest, {
      shared: (specifier) => replacedModule(globals, specifier) ?? shared(specifier),
      sources,
      parameters: bundleParameters(globals),
    })
  const bundle = await withinTime(BUNDLING_LIMIT, bundling, {
    expired: late(bundlingTimedOut(manifest, { milliseconds: BUNDLING_LIMIT })),
  })
  const shown = new Map<string, string>()
  const elements = await withinTime(BUNDLING_LIMIT, () => bundleElements(manifest, shown), {
    expired: late(bundlingTimedOut(manifest, { milliseconds: BUNDLING_LIMIT })),
  }).catch((error: unknown) => {
    throw withFiles(error, sources.keys())
  })
  const translated = await readTranslations(manifest.directory)
  const files = [...new Set([...sources.keys(), ...shown.keys(), ...translated.files])]
  const evaluating = () =>
    run(() => evaluateBundle(bundle, globals)).catch((error: unknown) => {
      throw new PluginRejected([evaluationFailed(error, manifest)], { files, cause: error })
    })
  const evaluated = await withinTime(timeLimit, evaluating, {
    expired: late(loadTimedOut(manifest, { milliseconds: timeLimit, sources })),
  })
  const { migrations, findings } = bundleMigrations(bundle.migrations, { modules: evaluated.migrations, sources })
  const found = [...findings, ...translated.findings]
  if (found.length > 0) throw new PluginRejected(found, { files })
  const names = readSourceNames(sources, manifest)
  const warnings = [
    ...packageWarnings(manifest),
    ...staleDiagnostics(bundle.stale, manifest),
    ...checkImportCase(manifest, sources),
    ...(await checkMigrationNames(manifest, { sources, migrations })),
  ]
  const content = contentOf(sources, { directory: manifest.directory, elements, translations: translated.translations })
  return {
    exports: evaluated.exports,
    files,
    content,
    migrations,
    elements,
    translations: translated.translations,
    warnings,
    names,
    module: evaluated.module,
  }
}

/** The files of the server's bundle must be watched too if only the elements are wrong. */
const withFiles = (error: unknown, files: Iterable<string>) =>
  error instanceof PluginRejected
    ? new PluginRejected(error.diagnostics, { files: [...files, ...error.files], cause: error.cause })
    : error

/** Independent of the location of the plugin's folder. */
function contentOf(
  sources: ReadonlyMap<string, string>,
  { directory, elements, translations }: { directory: string } & Pick<LoadedPlugin, 'elements' | 'translations'>,
): string {
  const named = [...sources].map(([file, text]) => [path.relative(directory, file).split(path.sep).join('/'), text])
  const sorted = named.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(
      JSON.stringify([...sorted, ...(elements ? [elements.integrity] : []), ...(translations ? [translations] : [])]),
    )
    .digest('hex')
    .slice(0, 16)
}

function replacedModule({ modules }: PluginGlobals, specifier: string): Promise<ModuleNamespace> | undefined {
  return Object.hasOwn(modules, specifier) ? Promise.resolve(modules[specifier]!) : undefined
}
