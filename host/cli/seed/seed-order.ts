import type { PluginStatus } from '@atrium/sdk/documents'

/** Plugins that serve, each after those that it requires; with an id only that one and what it requires. */
export function seedOrder(plugins: readonly PluginStatus[], id?: string): PluginStatus[] {
  const serving = new Map(plugins.filter(({ generation }) => generation !== undefined).map((each) => [each.id, each]))
  const ordered = new Set<PluginStatus>()
  const visited = new Set<string>()
  const visit = (name: string) => {
    const plugin = serving.get(name)
    if (plugin === undefined || visited.has(name)) return
    visited.add(name)
    for (const required of Object.keys(plugin.requires)) visit(required)
    ordered.add(plugin)
  }
  for (const name of id === undefined ? serving.keys() : [id]) visit(name)
  return [...ordered]
}
