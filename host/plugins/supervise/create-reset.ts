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
 * Makes the function that drops a plugin's tables while nothing of it runs, and loads it again if it shall be active, so that its
 * migrations make them anew. It returns the names of what was dropped; undefined for a plugin that is not known.
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
