import type { PluginStatus } from '@atrium/sdk/documents'
import type { Desired } from '../../plugins/supervise/decisions/desired-plugins.ts'
import type { PluginManifest } from '../../plugins/manifest/plugin-manifest.ts'

/** Where each plugin stands while no host runs, by id. */
export function storedStatuses(
  manifests: readonly PluginManifest[],
  wishes: ReadonlyMap<string, Desired>,
): readonly PluginStatus[] {
  const wished = [...wishes].filter(([, desired]) => desired === 'active').map(([id]) => id)
  const gone = wished.filter((id) => !manifests.some((manifest) => manifest.id === id))
  const requiredBy = (id: string) => manifests.filter(({ requires }) => id in requires).map((other) => other.id)
  const found = manifests.map(({ id, title, version, description, requires, settings }): PluginStatus => ({
    id,
    title,
    version,
    ...(description !== undefined && { description }),
    desired: wishes.get(id) ?? 'inactive',
    state: 'inactive',
    requires,
    required_by: requiredBy(id),
    has_settings: settings !== undefined,
    diagnostics: [],
  }))
  return [...found, ...gone.map((id) => missing(id, requiredBy(id)))].sort((one, other) => (one.id < other.id ? -1 : 1))
}

const missing = (id: string, required_by: string[]): PluginStatus => ({
  id,
  title: id,
  version: '',
  desired: 'active',
  state: 'missing',
  requires: {},
  required_by,
  has_settings: false,
  diagnostics: [],
})
