import { Type, ApiError } from '@atrium/sdk'
import type { PluginAction } from '@atrium/sdk/documents'
import { DiscoveredFolder, PluginPlan, PluginSettings, PluginStatus } from '@atrium/sdk/documents'
import { collect_routes } from '@atrium/sdk/host'
import { declareOperation } from '../../core/operations/index.ts'
import type { Operation, PluginRegistry } from '../../core/registries/index.ts'
import { PERMISSIONS } from './platform-operation.ts'
import type { PluginControl } from './plugin-control.ts'
import { pluginNotFound, pluginRejected } from './reasons/plugin-state.ts'

/** Drops the tables of a plugin and returns their names. Resolves to undefined for an unknown plugin. */
export type ResetPlugin = (id: string) => Promise<string[] | undefined>

const Outcome = Type.Object({
  plugin: Type.String(),
  dropped: Type.Array(Type.String(), { description: 'The tables and views that were dropped' }),
  status: Type.Optional(PluginStatus),
})

/**
 * The operation that drops the tables of a plugin and reloads it. Without `reset`, as in production, it is always
 * refused.
 */
export function pluginResetRoute(plugins: PluginRegistry, reset: ResetPlugin | undefined): Operation[] {
  const { routes, declarations } = collect_routes()
  routes.post(
    '/{id}/reset',
    {
      permission: PERMISSIONS.managePlugins,
      transaction: false,
      summary: 'Drop the tables of a plugin with all their records and reload it; only in development',
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
    detail: `The tables of [${plugin}] were not dropped, because the host runs in production (NODE_ENV). Reset the plugin on a development host.`,
  })

const flag = (description: string) => Type.Optional(Type.Enum(['0', '1'], { description }))

const view = { permission: PERMISSIONS.plugins }
const manage = { permission: PERMISSIONS.managePlugins, transaction: false }

const SUMMARIES: Record<PluginAction, string> = {
  activate: 'Activate a plugin after the plugins that it requires',
  deactivate: 'Deactivate a plugin; with `cascade`, first the plugins that require it',
  reload: 'Reload a plugin; if that fails, the previous generation keeps serving',
  retry: 'Lift the quarantine of a plugin and load it again',
}

/** The operations that report the state of plugins, plan changes and carry them out. */
export function pluginRoutes(plugins: PluginRegistry, control: PluginControl): Operation[] {
  const { routes, declarations } = collect_routes()
  const known = <Found>(id: string, found: Found | undefined): Found => {
    if (found === undefined) throw pluginNotFound(id, plugins)
    return found
  }
  routes
    .get('/', { ...view, summary: 'Lists all plugins with their states', response: Type.Array(PluginStatus) }, () => [
      ...plugins.list(),
    ])
    .get(
      '/{id}',
      { ...view, summary: 'Returns the state and diagnostics of a plugin', response: PluginStatus },
      ({ params: { id } }) => known(id, plugins.get(id)),
    )
    .get(
      '/{id}/settings',
      { ...manage, summary: 'Returns the settings of a plugin and their form', response: PluginSettings },
      ({ params: { id } }) => known(id, control.settings(id)),
    )
    .put(
      '/{id}/settings',
      {
        ...manage,
        summary: 'Change the settings of a plugin and reload it',
        body: Settings,
        response: PluginSettings,
      },
      async ({ params: { id }, body, caller }) => known(id, await control.changeSettings(id, body, { by: caller.id })),
    )
  for (const action of ['activate', 'deactivate', 'reload', 'retry'] as const) {
    routes.post(
      `/{id}/${action}`,
      { ...manage, summary: SUMMARIES[action], query: ChangeQuery, response: PluginPlan },
      async ({ params: { id: plugin }, query, caller }) => {
        const request = { action, plugin, dryRun: query.dry_run === '1', cascade: query.cascade === '1' }
        const plan = await control.change(request, { by: caller.id })
        if (plan === undefined)
          throw pluginRejected(plugin, await control.discover()) ?? pluginNotFound(plugin, plugins)
        return plan
      },
    )
  }
  return [...declarations.map((route) => declareOperation('plugins', route)), discovery(control)]
}

const ChangeQuery = Type.Object({
  dry_run: flag('1: report what would happen without changing anything'),
  cascade: flag('1: also deactivate the plugins that require this one'),
})

const Settings = Type.Record(Type.String(), Type.Unknown())

function discovery(control: PluginControl): Operation {
  const { routes, declarations } = collect_routes()
  const summary = 'Searches the plugin folders and lists what was found in each'
  routes.get('/discovery', { ...view, summary, response: Type.Array(DiscoveredFolder) }, () => control.discover())
  const [route] = declarations.map((declaration) => declareOperation('platform', declaration))
  return route as Operation
}
