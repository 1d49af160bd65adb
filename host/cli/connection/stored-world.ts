import type { PluginNode, PluginWorld } from '../../plugins/supervise/dependencies/plugin-world.ts'
import type { Desired } from '../../plugins/supervise/decisions/desired-plugins.ts'
import type { PluginManifest } from '../../plugins/manifest/plugin-manifest.ts'

/** The plugins as they will be once a host has started, for a change to be planned on: what shall be active counts as serving. */
export function storedWorld(manifests: readonly PluginManifest[], wishes: ReadonlyMap<string, Desired>): PluginWorld {
  const found = new Map(manifests.map(({ id, version, requires }) => [id, { version, requires }]))
  const nodeOf = (id: string): PluginNode => {
    const version = found.get(id)
    const desired = wishes.get(id) ?? 'inactive'
    if (version === undefined) return { desired, state: 'missing', gone: true, waits: false }
    if (desired === 'inactive') return { desired, state: 'inactive', found: version, waits: false }
    return { desired, state: 'active', found: version, serving: version, waits: false }
  }
  return new Map([...new Set([...found.keys(), ...wishes.keys()])].map((id) => [id, nodeOf(id)]))
}
