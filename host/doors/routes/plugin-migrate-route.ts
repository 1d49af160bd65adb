import { type Static, Type } from '@atrium/sdk'
import { PluginStatus } from '@atrium/sdk/documents'
import { collect_routes } from '@atrium/sdk/host'
import { declareOperation } from '../../core/operations/index.ts'
import type { Operation, PluginRegistry } from '../../core/registries/index.ts'
import { PERMISSIONS } from './platform-operation.ts'
import { pluginNotFound } from './reasons/plugin-state.ts'

const Records = Type.Object({ table: Type.String(), records: Type.Integer() })

const Outcome = Type.Object({
  plugin: Type.String(),
  to: Type.String(),
  dry_run: Type.Boolean(),
  undone: Type.Array(Type.String(), {
    description: 'The names of the migrations that were undone, the last one first',
  }),
  dropped: Type.Array(Records, {
    description: 'The tables that were dropped, with the number of records that they had',
  }),
  columns: Type.Array(Type.String(), {
    description: 'The columns that were dropped from other tables: `table.column`',
  }),
  deleted: Type.Array(Records, { description: 'The number of records that other tables have lost' }),
  status: Type.Optional(PluginStatus),
})

const Query = Type.Object({
  to: Type.String({ minLength: 1, description: 'The name of the migration that stays the last one: `0002_trips`' }),
  dry_run: Type.Optional(
    Type.Enum(['0', '1'], { description: '1: report what would be lost without changing anything' }),
  ),
})

interface Request {
  readonly plugin: string
  readonly to: string
  readonly dryRun: boolean
}

type Lost = Pick<Static<typeof Outcome>, 'undone' | 'dropped' | 'columns' | 'deleted'>

/** Undoes the migrations of a plugin after a given one. Resolves to undefined for an unknown plugin. */
export type MigratePlugin = (request: Request, requester: { readonly by: string }) => Promise<Lost | undefined>

/** The operation that undoes migrations of a plugin. */
export function pluginMigrateRoute(plugins: PluginRegistry, migrate: MigratePlugin): Operation[] {
  const { routes, declarations } = collect_routes()
  routes.post(
    '/{id}/migrate',
    {
      permission: PERMISSIONS.managePlugins,
      transaction: false,
      summary: 'Undo the migrations of a plugin after the given one and deactivate the plugin',
      description: 'All of them are undone, or none. Activating the plugin applies them again.',
      query: Query,
      response: Outcome,
    },
    async ({ params: { id: plugin }, query: { to, dry_run }, caller }) => {
      const dryRun = dry_run === '1'
      const lost = await migrate({ plugin, to, dryRun }, { by: caller.id })
      if (lost === undefined) throw pluginNotFound(plugin, plugins)
      return { plugin, to, dry_run: dryRun, ...lost, status: plugins.get(plugin) }
    },
  )
  return declarations.map((route) => declareOperation('plugins', route))
}
