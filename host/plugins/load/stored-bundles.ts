import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { packageVersion } from '../../base/config/index.ts'
import { lateImport } from '../../base/lifetime/index.ts'
import { areUnchanged, type BundleInputs, filePlace, hashOf, readInputs, type SeenImport } from './bundle-inputs.ts'
import type { BundleRequest } from './kept-bundles.ts'
import { stubbedNames, type NativeModules } from './native-modules.ts'
import type { PluginBundle } from './plugin-bundle.ts'
import type { SharedModules } from './shared-modules.ts'
import { noteImport } from './stale-packages.ts'

/** The stored form of a bundle: its file contains this as JSON, after a line with its hash. */
interface StoredBundle {
  readonly identity: string
  readonly code: string
  readonly inputs: BundleInputs
  /** The plugin's files in the order in which they were read, and whether they are code. */
  readonly sources: readonly (readonly [file: string, isCode: boolean])[]
  /** The external imports of the code, with the names that it uses. */
  readonly natives: readonly { id: string; isShared: boolean; names: readonly string[] }[]
  /** Files of packages that reveal an upgrade while the process runs. */
  readonly packages: readonly string[]
}

/** A finished bundle, and what was observed while it was made. */
interface Made {
  readonly bundle: PluginBundle
  readonly sources: ReadonlyMap<string, string>
  readonly shared: SharedModules
  readonly imports: readonly SeenImport[]
  /** Every file that esbuild has read. */
  readonly files: readonly string[]
  /** When it began, in milliseconds since 1970. */
  readonly begun: number
}

/** Files saved shortly before a build may have been saved during it, if the clock is off by as much. In milliseconds. */
const SETTLED = 2_000
/** Milliseconds after which the file of a host that was killed while writing is removed. */
const ABANDONED = 600_000

let store: { readonly folder: string; readonly settled: number } | undefined
/** The folders of plugins that this process has bundled: only the first load of a plugin uses the store, because later ones follow changes. */
let loaded = new Set<string>()

/**
 * From now on this process stores the bundles of plugins in a folder, and reuses those whose inputs are unchanged. Bundles with files saved
 * less than `settled` milliseconds before the build are not stored (default 2,000).
 */
export function storeBundles(folder: string | undefined, { settled = SETTLED } = {}): void {
  store = folder === undefined ? undefined : { folder, settled }
  loaded = new Set()
}

/**
 * Returns the stored bundle of a plugin if bundling would yield the same, with the modules that the present host shares. Records in
 * `sources` the same files as bundling. Otherwise returns undefined.
 */
export async function findStored(
  request: BundleRequest,
  { shared, sources }: { shared: SharedModules; sources: Map<string, string> },
): Promise<PluginBundle | undefined> {
  const { directory } = request.manifest
  if (store === undefined || loaded.has(directory)) return undefined
  const stored = readStored(fileOf(store.folder, directory))
  if (stored?.identity !== identify(request)) return undefined
  const texts = readSources(stored)
  if (texts === undefined || (await areStale(stored.packages))) return undefined
  const natives = await importNatives(stored, shared)
  if (natives === undefined) return undefined
  for (const [file, text] of texts) sources.set(file, text)
  loaded.add(directory)
  return { code: stored.code, filename: '', natives, stale: [], migrations: request.migrations }
}

/** Stores a bundle if it is the first of this plugin. Never fails: a bundle that cannot be stored is made again at the next start. */
export async function storeBundle(request: BundleRequest, made: Made): Promise<void> {
  const { directory } = request.manifest
  if (store === undefined || loaded.has(directory)) return
  loaded.add(directory)
  const stored = toStored(request, made, { before: made.begun - store.settled })
  if (stored !== undefined) await write(fileOf(store.folder, directory), stored).catch(() => undefined)
}

function toStored(request: BundleRequest, made: Made, { before }: { before: number }): StoredBundle | undefined {
  const { bundle, sources, shared, imports, files } = made
  const { directory, entry } = request.manifest
  const places = { files: [...sources.keys(), ...files], imports, roots: [directory, path.dirname(entry)] }
  const inputs = readInputs(places, { before })
  const isAsRead = [...sources].every(([file, text]) => text === '' || inputs?.[filePlace(file)] === hashOf(text))
  if (bundle.stale.length > 0 || inputs === undefined || !isAsRead) return undefined
  return {
    identity: identify(request),
    code: bundle.code,
    inputs,
    sources: [...sources].map(([file, text]) => [file, text !== '']),
    natives: Object.entries(bundle.natives).map(([id, namespace]) => ({
      ...{ id, isShared: shared(id) !== undefined },
      names: stubbedNames(namespace),
    })),
    packages: imports.flatMap(({ found, isLoaded }) => (isLoaded === true && found !== undefined ? [found] : [])),
  }
}

/** Everything besides the inputs that determines the content of a bundle. */
function identify({ manifest, migrations, parameters }: BundleRequest): string {
  const { id, directory, entry } = manifest
  const { version } = createRequire(import.meta.url)('esbuild/package.json') as { version: string }
  const runtime = [process.version, process.platform, process.features, process.env.NODE_PATH]
  return hashOf(JSON.stringify([hostIdentity(), version, runtime, id, directory, entry, migrations, parameters]))
}

/** The version of this host and of the bundling code: two builds may have the same version. */
export function hostIdentity(): string {
  const isBuilt = path.extname(import.meta.filename) === '.js'
  const folder = import.meta.dirname
  const files = isBuilt ? [import.meta.filename] : readdirSync(folder).map((name) => path.join(folder, name))
  hostCode ??= hashOf(files.map((file) => hashOf(readFileSync(file))).join())
  return `${packageVersion} ${hostCode}`
}

let hostCode: string | undefined

/** One file for each folder of a plugin, so that the store does not grow. */
const fileOf = (folder: string, directory: string) =>
  path.join(folder, `${hashOf(directory).replaceAll(/\W/g, '').slice(0, 24)}.bundle`)

/** Undefined if there is no such file, or if it is damaged. */
function readStored(file: string): StoredBundle | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    const line = text.indexOf('\n')
    const json = text.slice(line + 1)
    return hashOf(json) === text.slice(0, line) ? (JSON.parse(json) as StoredBundle) : undefined
  } catch {
    return undefined
  }
}

/** The texts of the plugin's files. Undefined if one of them, or another input, has changed. */
function readSources({ sources, inputs }: StoredBundle): Map<string, string> | undefined {
  try {
    const read = sources.map(([file, isCode]) => [file, isCode, readFileSync(file)] as const)
    const known = Object.fromEntries(read.map(([file, , content]) => [filePlace(file), hashOf(content)]))
    if (!areUnchanged(inputs, known)) return undefined
    return new Map(read.map(([file, isCode, content]) => [file, isCode ? content.toString() : '']))
  } catch {
    return undefined
  }
}

/** Whether a package was upgraded while this process ran, which bundling reports. */
async function areStale(packages: readonly string[]): Promise<boolean> {
  for (const file of new Set(packages)) if ((await noteImport(file)) !== undefined) return true
  return false
}

/** Undefined if a module cannot be imported, or has other names: bundling then reports the line concerned. */
async function importNatives({ natives }: StoredBundle, shared: SharedModules): Promise<NativeModules | undefined> {
  const imported: NativeModules = {}
  for (const { id, isShared, names } of natives) {
    const loading = isShared ? shared(id) : lateImport(id)
    const namespace = await loading?.catch(() => undefined)
    if (namespace === undefined || JSON.stringify(stubbedNames(namespace)) !== JSON.stringify(names)) return undefined
    imported[id] = namespace
  }
  return imported
}

/** Writes a file atomically: other hosts read the old one or the new one. */
async function write(file: string, stored: StoredBundle): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) if (name.endsWith('.tmp')) await removeAbandoned(path.join(folder, name))
  const json = JSON.stringify(stored)
  const partial = `${file}.${process.pid}.tmp`
  try {
    await writeFile(partial, `${hashOf(json)}\n${json}`, { mode: 0o600 })
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function removeAbandoned(file: string): Promise<void> {
  const { mtimeMs } = await stat(file)
  if (Date.now() - mtimeMs > ABANDONED) await rm(file, { force: true })
}
