import { checkSdkVersion } from '../manifest/check-plugin-manifest.ts'
import { pluginIdChanged } from '../manifest/plugin-id.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { readPluginManifest } from '../manifest/read-plugin-manifest.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'

/** Reads what a plugin's folder says now. @throws PluginRejected: nothing that could be loaded as this plugin */
export async function readManifestAgain(id: string, directory: string): Promise<PluginManifest> {
  const { manifest, findings } = await readPluginManifest(directory)
  if (manifest === undefined) throw new PluginRejected(findings)
  if (manifest.id !== id) throw new PluginRejected([pluginIdChanged(id, manifest.id)])
  const unmet = checkSdkVersion(manifest)
  if (unmet.length > 0) throw new PluginRejected(unmet)
  return manifest
}
