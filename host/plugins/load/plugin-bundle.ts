import path from 'node:path'
import type { BuildFailure } from 'esbuild'
import { buildDiagnostics } from './load-diagnostics.ts'
import type { SeenImport } from './bundle-inputs.ts'
import { FileStamps, FILE_META, readOwnSources } from './own-sources.ts'
import { runBundler } from './bundler.ts'
import { findKept, keepBundle } from './kept-bundles.ts'
import { restoreConstants } from './import-circles.ts'
import { listMigrations } from './migrations.ts'
import type { MigrationFile } from './migrations.ts'
import { isFile, keepNative, withLateImports } from './native-modules.ts'
import type { NativeModules } from './native-modules.ts'
import type { StalePackage } from './stale-packages.ts'
import { findStored, storeBundle } from './stored-bundles.ts'
import { PluginRejected } from './plugin-rejected.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { SharedModules } from './shared-modules.ts'

/** One generation of a plugin as text: a function over its parameters, not yet run. */
export interface PluginBundle {
  code: string
  /** Virtual and unique in this process, so that an old and a new generation keep separate source maps. */
  filename: string
  natives: NativeModules
  /** Packages that were upgraded after this process had imported them. */
  stale: StalePackage[]
  migrations: MigrationFile[]
}

let bundles = 0

/** Limits the repeated reads of a plugin that is saved continually. */
const MOST_TRIES = 3

interface BundleOptions {
  readonly shared: SharedModules
  readonly sources: Map<string, string>
  readonly parameters: readonly string[]
}

/**
 * Bundles a plugin's own files, migrations included, into one async function with the given `parameters`. Records in `sources`
 * every file that is read, and its text. Files saved meanwhile are read again, because editors empty a file before they fill it.
 * Throws PluginRejected (`build_failed`, with every error esbuild found) before any code of the plugin has run.
 */
export async function bundlePlugin(manifest: PluginManifest, options: BundleOptions): Promise<PluginBundle> {
  for (let tries = 1; ; tries += 1) {
    const stamps = new FileStamps()
    const attempt = await keptOrNew(manifest, { ...options, stamps }).catch((error: unknown) => ({ error }))
    if (tries < MOST_TRIES && (await stamps.areOutdated())) continue
    if ('error' in attempt) throw attempt.error
    return attempt
  }
}

async function keptOrNew(manifest: PluginManifest, options: BundleOptions & Stamped): Promise<PluginBundle> {
  const { id, directory } = manifest
  const { shared, sources, parameters, stamps } = options
  const migrations = await listMigrations(directory)
  const request = { manifest, migrations, parameters }
  const filename = path.join(directory, `${id}.${++bundles}.generation.cjs`)
  const kept = (await findKept(request, { shared, sources })) ?? (await findStored(request, { shared, sources }))
  if (kept) return { ...kept, filename }
  const seen = { imports: [], files: [], begun: Date.now() }
  const bundle = await bundleOnce(manifest, { ...options, ...seen, migrations, filename })
  await keepBundle(request, { bundle, sources, stamps, shared })
  await storeBundle(request, { bundle, sources, shared, ...seen })
  return bundle
}

interface Stamped {
  readonly stamps: FileStamps
}

/** Data that a build collects while it runs. */
interface Seen {
  readonly imports: SeenImport[]
  /** Every file that esbuild has read. */
  readonly files: string[]
}

async function bundleOnce(
  { directory, entry }: PluginManifest,
  {
    shared,
    sources,
    parameters,
    stamps,
    migrations,
    filename,
    imports,
    files,
  }: BundleOptions & Stamped & BundlePlace & Seen,
): Promise<PluginBundle> {
  const natives: NativeModules = {}
  const stale: StalePackage[] = []
  const result = await runBundler({
    stdin: { contents: entrySource(entry, migrations), resolveDir: directory, sourcefile: 'generation' },
    absWorkingDir: directory,
    outfile: filename,
    bundle: true,
    write: false,
    // An ES module without imports and exports of its own, which is what the entry source leaves, may be wrapped in a function; its
    // top-level `await` becomes an ordinary one. esbuild counts the banner in the source map.
    format: 'esm',
    banner: { js: `module.exports = async (${parameters.join(', ')}) => { "use strict";` },
    footer: { js: '};' },
    platform: 'node',
    target: 'node20',
    // Node's conditions for an import. An empty list keeps esbuild from adding the bundlers' condition `module`.
    conditions: 'require_module' in process.features && process.features.require_module ? ['module-sync'] : [],
    define: {
      ...{ 'import.meta': FILE_META, __dirname: `${FILE_META}.dirname`, __filename: `${FILE_META}.filename` },
      process: '__plugin_host.process',
    },
    // `sideEffects` in a package.json must not make a module behave differently than in Node.
    ignoreAnnotations: true,
    sourcemap: 'inline',
    // V8 keeps inline maps in memory with the script. The sources are on disk anyway.
    sourcesContent: false,
    // V8 keeps a script with any other character at two bytes for each.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    plugins: [
      keepNative({ directory, shared, natives, stale, imports }),
      readOwnSources(directory, { sources, stamps }),
    ],
  }).catch(async (error: BuildFailure) => {
    const diagnostics = await buildDiagnostics(error, { directory, natives })
    throw new PluginRejected(diagnostics, { files: sources.keys(), cause: error })
  })
  files.push(
    ...Object.keys(result.metafile!.inputs)
      .filter(isFile)
      .map((file) => path.resolve(directory, file)),
  )
  const code = restoreConstants(result.outputFiles[0]!.text, result.metafile!, { sources, directory })
  return { code: withLateImports(code), filename, natives, stale, migrations }
}

type BundlePlace = Pick<PluginBundle, 'migrations' | 'filename'>

function entrySource(entry: string, migrations: MigrationFile[]): string {
  const imports = migrations.map(({ file }, index) => `import * as $migration${index} from ${JSON.stringify(file)};`)
  const names = migrations.map((_, index) => `$migration${index}`)
  return `import * as $plugin from ${JSON.stringify(entry)};
${imports.join('\n')}
__plugin_host.exports = $plugin;
__plugin_host.migrations = [${names.join(', ')}];`
}
