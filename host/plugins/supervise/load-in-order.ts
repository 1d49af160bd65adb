import { findCycleOf } from './dependencies/find-cycle.ts'
import type { HostedPlugin } from './hosted-plugin.ts'

/**
 * Loads plugins, each after those that it requires, and as many at once as that allows. Those in a cycle wait for nobody: they are
 * told what they are in. Resolves when each was tried.
 */
export async function loadInOrder(plugins: readonly HostedPlugin[]): Promise<void> {
  const chosen = new Map(plugins.map((plugin) => [plugin.id, plugin]))
  const loads = new Map<string, Promise<void>>()
  const requirementsOf = (id: string) => chosen.get(id)?.found?.requires ?? {}

  function load(plugin: HostedPlugin): Promise<void> {
    const loading = loads.get(plugin.id) ?? loadAfterRequired(plugin)
    loads.set(plugin.id, loading)
    return loading
  }

  async function loadAfterRequired(plugin: HostedPlugin): Promise<void> {
    const required = findCycleOf(plugin.id, requirementsOf) ? [] : Object.keys(requirementsOf(plugin.id))
    await Promise.all(required.flatMap((id) => chosen.get(id) ?? []).map(load))
    await plugin.load()
  }

  await Promise.all(plugins.map(load))
}
