import { dropTables } from '../../base/db/index.ts'
import type { Database } from '../../base/db/index.ts'
import type { PluginRegistry } from '../../core/registries/index.ts'
import type { PluginHost } from './plugin-host.ts'

interface ResetOptions {
  readonly plugins: Pick<PluginHost, 'suspend'>
  readonly registry: PluginRegistry
  readonly database: Database
}

/**
 * Makes the function that drops a plugin's tables while it is stopped. If the plugin is to be active, it is loaded again, and its
 * migrations recreate them. Returns the names of the dropped tables; undefined for an unknown plugin.
 */
export function createReset({ plugins, registry, database }: ResetOptions) {
  return async (id: string): Promise<string[] | undefined> => {
    if (!registry.get(id)) return undefined
    const others = registry.list().map((plugin) => plugin.id)
    let dropped: string[] = []
    await plugins.suspend(id, async () => {
      dropped = await dropTables(database, id, { others })
    })
    return dropped
  }
}
