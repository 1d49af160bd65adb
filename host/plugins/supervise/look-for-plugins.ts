import { realpath } from 'node:fs/promises'
import { discoverPlugins, type PluginDiscovery } from '../manifest/discover-plugins.ts'
import type { PluginDecisions } from './desired/plugin-decisions.ts'
import type { HostedPlugin } from './hosted-plugin.ts'
import type { KnownPlugins } from './known-plugins.ts'
import { EXPECTED, INACTIVE, type Rest } from './rest.ts'

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
