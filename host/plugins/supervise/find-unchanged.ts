import { isDeepStrictEqual } from 'node:util'
import { readPluginManifest } from '../manifest/read-plugin-manifest.ts'
import type { HostedPlugin } from './hosted-plugin.ts'

/** Looks into the folder that held a plugin. @returns whether it still is what serves, as its package.json says */
export async function findUnchanged(plugin: HostedPlugin | undefined, folder: string): Promise<boolean> {
  if (plugin?.serving === undefined) return false
  const { manifest } = await readPluginManifest(folder)
  if (!isDeepStrictEqual(manifest, plugin.serving.manifest)) return false
  plugin.find(manifest)
  return true
}
