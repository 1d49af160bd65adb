import type { Diagnostic } from '@atrium/sdk/documents'
import { findUnmet } from '../../plugins/supervise/dependencies/find-unmet.ts'
import type { PluginNode } from '../../plugins/supervise/dependencies/plugin-world.ts'
import { discoverPlugins } from '../../plugins/manifest/discover-plugins.ts'
import type { PluginManifest } from '../../plugins/manifest/plugin-manifest.ts'

/** Whether the plugins that one requires are there, in the versions asked for, and in no circle. They count as active. */
export async function checkRequirements(
  manifest: PluginManifest,
  { pluginDirectories }: { pluginDirectories: readonly string[] },
): Promise<Diagnostic[]> {
  if (Object.keys(manifest.requires).length === 0) return []
  const { candidates } = await discoverPlugins(pluginDirectories)
  const others = candidates.flatMap(({ manifest: other }) => (other && other.id !== manifest.id ? [other] : []))
  const world = new Map(others.map((other) => [other.id, nodeOf(other, { required: other.id in manifest.requires })]))
  return findUnmet(world, manifest.id, manifest)
}

function nodeOf({ version, requires }: PluginManifest, { required }: { required: boolean }): PluginNode {
  const found = { version, requires }
  if (!required) return { desired: 'inactive', state: 'inactive', found, waits: false }
  return { desired: 'active', state: 'active', found, serving: found, waits: false }
}
