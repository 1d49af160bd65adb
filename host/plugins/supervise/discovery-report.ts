import type { DiscoveredFolder } from '@atrium/sdk/documents'
import type { PluginCandidate, PluginDiscovery } from '../manifest/discover-plugins.ts'

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
