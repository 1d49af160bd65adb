import type { HostLogger } from '../../base/log/index.ts'
import { checkSdkVersion } from '../manifest/check-plugin-manifest.ts'
import { pluginIdChanged } from '../manifest/plugin-id.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { DiscoveredFolder } from '@atrium/sdk/documents'
import type { PluginDiscovery, PluginCandidate } from '../manifest/discover-plugins.ts'
import { discoverPlugins } from '../manifest/discover-plugins.ts'
import { readPluginManifest } from '../manifest/read-plugin-manifest.ts'
import type { PluginDecisions } from './decisions/plugin-decisions.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'
import { EXPECTED, INACTIVE, type Rest } from './plugin-state.ts'

export interface SearchOptions {
  readonly directories: readonly string[]
  readonly known: KnownPlugins
  readonly decisions: PluginDecisions
  /** Creates a plugin that was not known before. */
  readonly create: (id: string, rest: Rest) => HostedPlugin
  readonly log: HostLogger
  /** Called after every search. */
  readonly onFound: (discovery: PluginDiscovery) => void
}

/** Finds plugins in the plugin directories and records which exist and are to be active. Does not load or stop any. */
export class PluginSearch {
  readonly #options: SearchOptions
  #discovery: PluginDiscovery = { candidates: [], findings: [], unread: [] }

  constructor(options: SearchOptions) {
    this.#options = options
  }

  /** The result of the last search. */
  get discovery(): PluginDiscovery {
    return this.#discovery
  }

  /** Whether the last search could not read everything. What it could not read is taken to be as it was. */
  get isUncertain(): boolean {
    return this.#discovery.unread.length > 0
  }

  async look(): Promise<PluginDiscovery> {
    const former = JSON.stringify(this.#discovery.findings)
    this.#discovery = await this.#noteAll()
    const { findings } = this.#discovery
    const news = JSON.stringify(findings) === former ? [] : findings
    for (const { code, message, fix } of news) this.#options.log.warn(message, { code, fix })
    this.#options.onFound(this.#discovery)
    return this.#discovery
  }

  /** Reads only the folder of one plugin if nothing but its sources has changed. Fast even with many plugins. */
  async lookAt(id: string): Promise<void> {
    const { known, decisions } = this.#options
    const isDecidedElsewhere = await decisions.read()
    const folder = this.#discovery.candidates.find(({ manifest }) => manifest?.id === id)?.directory
    const isSame = folder !== undefined && (await isUnchanged(known.get(id), folder))
    if (isDecidedElsewhere || !isSame) await this.look()
  }

  async #noteAll(): Promise<PluginDiscovery> {
    const { directories, known, decisions, create } = this.#options
    await decisions.read()
    const discovery = withFormer(await discoverPlugins(directories, { homes: homesOf(known) }), this.#discovery)
    const rejected = await rejectedFolders(discovery)
    const found = discovery.candidates.flatMap(({ manifest }) => (manifest ? [[manifest.id, manifest] as const] : []))
    const manifests = new Map(found)
    await decisions.see(manifests.keys())
    for (const id of new Set([...manifests.keys(), ...decisions.expected(), ...known.ids()])) {
      const present = known.get(id)
      const plugin = present ?? create(id, decisions.desiredOf(id) === 'active' ? EXPECTED : INACTIVE)
      const manifest = manifests.get(id)
      plugin.find(manifest, { isGone: manifest === undefined && !rejected.has(plugin.known?.directory ?? '') })
      if (!present) known.add(plugin)
    }
    return discovery
  }
}

/** Adds what was found before in folders that cannot be read now, so that no plugin counts as gone because of a moment without descriptors. */
function withFormer(now: PluginDiscovery, former: PluginDiscovery): PluginDiscovery {
  const unread = new Set(now.unread)
  const kept = former.candidates.filter(({ directory }) => unread.has(directory) || unread.has(path.dirname(directory)))
  const known = new Set(kept.map(({ directory }) => directory))
  return { ...now, candidates: [...now.candidates.filter(({ directory }) => !known.has(directory)), ...kept] }
}

/** If two folders share an id, the running one wins. */
const homesOf = (known: KnownPlugins): ReadonlyMap<string, string> =>
  new Map(
    known
      .list()
      .flatMap(({ id, isStopped, known: manifest }) => (isStopped || !manifest ? [] : [[id, manifest.directory]])),
  )

/** Folders that exist but contain no plugin at present. A plugin that is being edited is not gone. */
async function rejectedFolders({ candidates }: PluginDiscovery): Promise<ReadonlySet<string>> {
  const folders = candidates.filter(({ manifest }) => manifest === undefined).map(({ directory }) => directory)
  return new Set(await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder))))
}

/** Every plugin directory that could not be read, then every folder that was looked into. */
export function discoveryReport({ candidates, findings }: PluginDiscovery): DiscoveredFolder[] {
  const unreadable = findings.map((finding) => ({
    directory: finding.where?.file ?? '',
    accepted: false,
    diagnostics: [finding],
  }))
  return [...unreadable, ...candidates.map(folderOf)]
}

function folderOf({ directory, manifest, id = manifest?.id, findings }: PluginCandidate): DiscoveredFolder {
  return {
    directory,
    ...(id !== undefined && { plugin: id }),
    accepted: manifest !== undefined,
    diagnostics: findings,
  }
}

/** Whether the folder still contains the serving version, according to its package.json. */
async function isUnchanged(plugin: HostedPlugin | undefined, folder: string): Promise<boolean> {
  if (plugin?.serving === undefined) return false
  const { manifest } = await readPluginManifest(folder)
  if (!isDeepStrictEqual(manifest, plugin.serving.manifest)) return false
  plugin.find(manifest)
  return true
}

/** Reads a plugin's folder. @throws PluginRejected if it cannot be loaded as this plugin */
export async function readManifestAgain(id: string, directory: string): Promise<PluginManifest> {
  const { manifest, findings } = await readPluginManifest(directory)
  if (manifest === undefined) throw new PluginRejected(findings)
  if (manifest.id !== id) throw new PluginRejected([pluginIdChanged(id, manifest.id)])
  const unmet = checkSdkVersion(manifest)
  if (unmet.length > 0) throw new PluginRejected(unmet)
  return manifest
}

/** Folders that lack only a file to be plugins. They may still be being copied. */
export const incompleteFolders = ({ candidates }: PluginDiscovery) =>
  candidates
    .filter(({ findings }) => findings.some(({ code }) => code === 'entry_missing'))
    .map(({ directory }) => directory)
