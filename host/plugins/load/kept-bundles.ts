import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { stopBundler } from './bundler.ts'
import type { FileStamps } from './own-sources.ts'
import type { PluginBundle } from './plugin-bundle.ts'
import type { SharedModules } from './shared-modules.ts'
import { noteImport } from './stale-packages.ts'

/** The inputs of a bundle, apart from the files themselves. */
export interface BundleRequest {
  readonly manifest: PluginManifest
  readonly migrations: PluginBundle['migrations']
  readonly parameters: readonly string[]
}

interface KeptBundle extends Made {
  readonly request: string
  /** The modules that each host provides anew. */
  readonly shared: readonly string[]
}

interface Made {
  readonly bundle: PluginBundle
  readonly sources: ReadonlyMap<string, string>
  /** The stamps of the bundled files. */
  readonly stamps: FileStamps
}

/** Two saves within one tick of the file system's clock look alike, so a bundle of recently saved files is not kept. In milliseconds. */
const SETTLED = 2_000

/** By the directory of a plugin. Undefined unless this process keeps bundles. */
let kept: Map<string, KeptBundle> | undefined

/**
 * From now on this process keeps bundles and the esbuild child when a host closes. For processes that start many hosts with the same
 * plugins, which tests do: bundling takes a third of the processor time of a start.
 */
export function keepBundles(): void {
  kept ??= new Map()
}

/** Ends the esbuild child when a host closes, unless this process keeps bundles. The child does not keep the process alive. */
export async function endBundling(): Promise<void> {
  if (kept === undefined) await stopBundler()
}

/**
 * The kept bundle of a plugin, with the modules that the present host shares. Undefined if a file was saved, added or removed since, or a
 * package was upgraded. Records in `sources` the same files as bundling.
 */
export async function findKept(
  request: BundleRequest,
  { shared, sources }: { shared: SharedModules; sources: Map<string, string> },
): Promise<PluginBundle | undefined> {
  const found = kept?.get(request.manifest.directory)
  if (found === undefined || found.request !== identify(request)) return undefined
  if ((await found.stamps.areOutdated()) || (await isUpgraded(found.bundle))) return undefined
  const natives = { ...found.bundle.natives }
  for (const id of found.shared) natives[id] = (await shared(id))!
  for (const [file, source] of found.sources) sources.set(file, source)
  return { ...found.bundle, natives }
}

/** Keeps a bundle, if this process keeps bundles. */
export async function keepBundle(
  request: BundleRequest,
  { bundle, sources, stamps, shared }: Made & { shared: SharedModules },
): Promise<void> {
  if (kept === undefined || bundle.stale.length > 0) return
  const { directory } = request.manifest
  // A new file changes the time of its folder; these two files determine how esbuild resolves and compiles.
  const folders = [...sources.keys()].map((file) => path.dirname(file))
  const others = ['package.json', 'tsconfig.json'].map((file) => path.join(directory, file))
  for (const place of new Set([directory, ...folders, ...others])) await stamps.note(place)
  if (Date.now() - stamps.newest < SETTLED) return
  const natives = Object.entries(bundle.natives)
  const [given, own] = [
    natives.filter(([id]) => shared(id) !== undefined),
    natives.filter(([id]) => shared(id) === undefined),
  ]
  kept.set(directory, {
    request: identify(request),
    bundle: { ...bundle, natives: Object.fromEntries(own) },
    shared: given.map(([id]) => id),
    ...{ sources: new Map(sources), stamps },
  })
}

const identify = ({ manifest, migrations, parameters }: BundleRequest) =>
  JSON.stringify([manifest.id, manifest.entry, migrations, parameters])

async function isUpgraded({ natives }: PluginBundle): Promise<boolean> {
  const files = Object.keys(natives).filter((id) => id.startsWith('file:'))
  const noted = await Promise.all(files.map((id) => noteImport(fileURLToPath(id))))
  return noted.some((stale) => stale !== undefined)
}
