import type { PluginStatus } from '@atrium/sdk/documents'
import type { Desired } from './desired/desired-plugins.ts'
import type { HostedPlugin } from './hosted-plugin.ts'

/** Where a plugin stands, as everybody reads it. */
export function pluginStatusOf(
  plugin: HostedPlugin,
  { desired, requiredBy }: { desired: Desired; requiredBy: readonly string[] },
): PluginStatus {
  const { id, state, serving, draining, diagnostics } = plugin
  const manifest = serving?.manifest ?? plugin.known
  return {
    id,
    title: manifest?.title ?? id,
    version: manifest?.version ?? '',
    ...(manifest?.description !== undefined && { description: manifest.description }),
    desired,
    state,
    ...(serving && { generation: serving.number, loaded_at: serving.loadedAt.toISOString() }),
    ...(draining > 0 && { draining }),
    requires: { ...manifest?.requires },
    required_by: [...requiredBy],
    has_settings: manifest?.settings !== undefined,
    diagnostics: [...diagnostics],
  }
}
