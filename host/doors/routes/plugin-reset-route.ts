import { ApiError, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { PluginStatus } from '@atrium/sdk/documents'
import { declareOperation } from '../../core/operations/declare-operation.ts'
import type { Operation, PluginRegistry } from '../../core/registries/index.ts'
import { PERMISSIONS } from './permissions.ts'
import { pluginNotFound } from './reasons/plugin-not-found.ts'

/** Drops a plugin's tables while it is out of service; undefined for one that is not known. */
export type ResetPlugin = (id: string) => Promise<string[] | undefined>

const Outcome = Type.Object({
  plugin: Type.String(),
  dropped: Type.Array(Type.String(), { description: 'Tables and views' }),
  status: Type.Optional(PluginStatus),
})

/** Dropping the tables of a plugin and beginning anew. Without `reset`, as in production, it is always refused. */
export function pluginResetRoute(plugins: PluginRegistry, reset: ResetPlugin | undefined): Operation[] {
  const { routes, declarations } = collect_routes()
  routes.post(
    '/{id}/reset',
    {
      permission: PERMISSIONS.managePlugins,
      transaction: false,
      summary: 'Drops the tables of a plugin with all their records, and loads it again; in development',
      response: Outcome,
    },
    async ({ params: { id: plugin } }) => {
      if (!reset) throw notInProduction(plugin)
      const dropped = await reset(plugin)
      if (!dropped) throw pluginNotFound(plugin, plugins)
      return { plugin, dropped, status: plugins.get(plugin) }
    },
  )
  return declarations.map((route) => declareOperation('plugins', route))
}

const notInProduction = (plugin: string) =>
  new ApiError('reset_refused', {
    detail: `The tables of [${plugin}] are not dropped by a host that runs in production (NODE_ENV).`,
  })
