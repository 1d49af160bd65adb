import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { BuildFailure, Plugin } from 'esbuild'
import { diagnose } from '../../base/errors/index.ts'
import type { ElementFile } from '../../core/registries/index.ts'
import { packagePlace } from '../manifest/package-place.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { relativeFile } from './author-frame.ts'
import { runBundler } from './bundler.ts'
import { buildDiagnostics } from './load-diagnostics.ts'
import { refuseForeign } from './native-modules.ts'
import { FileStamps, readOwnSources } from './own-sources.ts'
import { PluginRejected } from './plugin-rejected.ts'

/** Bytes of a module, with everything that it imports. */
const MOST_BYTES = 1_000_000

/** Limits the repeated reads of a module that is saved continually. */
const MOST_TRIES = 3

/**
 * Bundles the module of a plugin's elements for the browser, with the packages that it imports. Nothing of it runs in the host. Records
 * in `sources` every file of the plugin that is read, and its text.
 * @returns undefined if the plugin has none
 * @throws PluginRejected `elements_missing`, `build_failed` or `elements_too_large`
 */
export async function bundleElements(
  manifest: PluginManifest,
  sources: Map<string, string>,
): Promise<ElementFile | undefined> {
  const { elements: entry, directory } = manifest
  if (entry === undefined) return undefined
  sources.set(entry, '')
  if (!(await isFile(entry))) throw rejected(sources, elementsMissing(manifest, relativeFile(entry, directory)))
  for (let tries = 1; ; tries += 1) {
    const stamps = new FileStamps()
    const attempt = await bundleOnce(manifest, { entry, sources, stamps }).catch((error: unknown) => ({ error }))
    if (tries < MOST_TRIES && (await stamps.areOutdated())) continue
    if ('error' in attempt) throw attempt.error
    return attempt
  }
}

interface Reading {
  readonly entry: string
  readonly sources: Map<string, string>
  readonly stamps: FileStamps
}

async function bundleOnce(
  { id, directory }: PluginManifest,
  { entry, sources, stamps }: Reading,
): Promise<ElementFile> {
  const result = await runBundler({
    entryPoints: [entry],
    absWorkingDir: directory,
    outfile: `${id}.elements.js`,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The page may not load other files of the plugin, so styles are texts for a `<style>`, and pictures are part of the module.
    loader: { '.css': 'text', '.svg': 'dataurl', '.png': 'dataurl', '.webp': 'dataurl' },
    charset: 'utf8',
    legalComments: 'eof',
    logLevel: 'silent',
    metafile: true,
    plugins: [onlyForBrowsers(directory), readOwnSources(directory, { sources, stamps, isForBrowser: true })],
  }).catch(async (error: BuildFailure) => {
    throw rejected(sources, ...(await buildDiagnostics(error, { directory, natives: {} })))
  })
  const code = Buffer.from(result.outputFiles[0]!.contents)
  if (code.length > MOST_BYTES) throw rejected(sources, tooLarge(relativeFile(entry, directory), code.length))
  const [output] = Object.values(result.metafile!.outputs)
  return { ...placeOf(id, code), names: output?.exports ?? [], code }
}

/** The address contains the hash of the content, so it never changes what it means. */
function placeOf(id: string, code: Buffer): Pick<ElementFile, 'path' | 'integrity'> {
  const digest = createHash('sha384').update(code).digest()
  return {
    path: `/assets/plugins/${id}/${digest.toString('hex').slice(0, 32)}.js`,
    integrity: `sha384-${digest.toString('base64')}`,
  }
}

/** Refuses the SDK and the source of other plugins. Types of the SDK are removed before this is asked. */
const onlyForBrowsers = (directory: string): Plugin => ({
  name: 'only-for-browsers',
  setup(build) {
    build.onResolve({ filter: /^@atrium\// }, ({ path: specifier }) => ({
      errors: [{ text: `The module of [atrium.elements] runs in the browser and may not import [${specifier}]` }],
    }))
    build.onResolve({ filter: /^\.\.?\// }, ({ path: specifier, resolveDir }) =>
      refuseForeign(path.resolve(resolveDir, specifier), directory),
    )
  },
})

const isFile = (file: string) =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )

const rejected = (sources: ReadonlyMap<string, string>, ...diagnostics: Diagnostic[]) =>
  new PluginRejected(diagnostics, { files: sources.keys() })

const elementsMissing = (manifest: PluginManifest, file: string) =>
  diagnose('elements_missing', {
    message: `The plugin names the module [${file}] for its elements, but there is no such file.`,
    where: packagePlace(manifest, '/atrium/elements'),
  })

const tooLarge = (file: string, bytes: number) =>
  diagnose('elements_too_large', {
    message: `The module [${file}] has ${Math.ceil(bytes / 1_000)} kB with everything that it imports; at most ${MOST_BYTES / 1_000} kB are allowed.`,
    where: { file },
  })
