import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { DiscoveredFolder } from '@atrium/sdk/documents'
import type { PluginDiscovery, PluginCandidate } from '../manifest/discover-plugins.ts'
import { discoverPlugins } from '../manifest/discover-plugins.ts'
import { readPluginManifest } from '../manifest/read-plugin-manifest.ts'
import type { PluginDecisions } from './decisions/plugin-decisions.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins, Rest } from './known-plugins.ts'
import { EXPECTED, INACTIVE } from './known-plugins.ts'

export interface LookOptions {
  readonly directories: readonly string[]
  readonly known: KnownPlugins
  readonly decisions: PluginDecisions
  /** Makes a plugin that was not known before. */
  readonly create: (id: string, rest: Rest) => HostedPlugin
}

/** Looks for plugins and takes note of what is there and what shall be; loads and stops none. */
export async function lookForPlugins({ directories, known, decisions, create }: LookOptions): Promise<PluginDiscovery> {
  await decisions.read()
  const discovery = await discoverPlugins(directories, { homes: homesOf(known) })
  const rejected = await rejectedFolders(discovery)
  const manifests = new Map(discovery.candidates.flatMap(({ manifest }) => (manifest ? [[manifest.id, manifest]] : [])))
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

/** Of two folders with one id, that of the one that runs is it. */
const homesOf = (known: KnownPlugins): ReadonlyMap<string, string> =>
  new Map(
    known
      .list()
      .flatMap(({ id, isStopped, known: manifest }) => (isStopped || !manifest ? [] : [[id, manifest.directory]])),
  )

/** Folders that hold something, but no plugin now: one being edited is not gone. */
async function rejectedFolders({ candidates }: PluginDiscovery): Promise<ReadonlySet<string>> {
  const folders = candidates.filter(({ manifest }) => manifest === undefined).map(({ directory }) => directory)
  return new Set(await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder))))
}

/** Every folder that was looked into, and before them every plugin directory that could not be. */
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

/** Looks into the folder that held a plugin. @returns whether it still is what serves, as its package.json says */
export async function findUnchanged(plugin: HostedPlugin | undefined, folder: string): Promise<boolean> {
  if (plugin?.serving === undefined) return false
  const { manifest } = await readPluginManifest(folder)
  if (!isDeepStrictEqual(manifest, plugin.serving.manifest)) return false
  plugin.find(manifest)
  return true
}
