import { ApiError, type Static, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { declareOperation } from '../../core/operations/index.ts'
import type { Operation, PluginRegistry } from '../../core/registries/index.ts'
import { PERMISSIONS } from './platform-operation.ts'
import { pluginNotFound, pluginNotServing } from './reasons/plugin-state.ts'

interface Request {
  readonly plugin: string
  readonly number: number
  readonly today: string
  readonly scale: number
}

const Outcome = Type.Object({
  plugin: Type.String(),
  outcome: Type.Enum(['seeded', 'kept', 'no_seed'], {
    description: 'kept: the plugin already had rows, so none were added. no_seed: the plugin has no example data',
  }),
  rows: Type.Record(Type.String(), Type.Integer(), { description: 'The number of rows in each table of the plugin' }),
})

const Progress = Type.Object({
  running: Type.Boolean(),
  done: Type.Optional(Type.Number()),
  total: Type.Optional(Type.Number()),
})

const SeedRequest = Type.Object({
  number: Type.Optional(
    Type.Integer({ default: 1, description: 'The seed number. The same number creates the same rows' }),
  ),
  today: Type.Optional(
    Type.String({ format: 'date', description: 'The day that counts as today in the example data. Default: today' }),
  ),
  scale: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10,
      default: 1,
      description: 'The amount of example data. 1: the full amount',
    }),
  ),
  in_production: Type.Optional(
    Type.Boolean({ default: false, description: 'Confirms that a production host is to be filled' }),
  ),
})

/** Fills tables with example data and reports the progress. */
export interface SeedPlugins {
  fill(request: Request): Promise<Static<typeof Outcome> | undefined>
  progressOf(plugin: string): { readonly done: number; readonly total?: number } | undefined
}

/** The operations that fill a plugin with example data. In production they require `in_production`. */
export function pluginSeedRoute(
  plugins: PluginRegistry,
  { seeds, development }: { seeds: SeedPlugins; development: boolean },
): Operation[] {
  const { routes, declarations } = collect_routes()
  const requireKnown = (id: string) => plugins.get(id) ?? refuse(pluginNotFound(id, plugins))
  routes
    .get(
      '/{id}/seed',
      {
        permission: PERMISSIONS.plugins,
        summary: 'Returns the progress of filling a plugin with example data',
        response: Progress,
      },
      ({ params: { id } }) => {
        requireKnown(id)
        const progress = seeds.progressOf(id)
        return { running: progress !== undefined, ...progress }
      },
    )
    .post(
      '/{id}/seed',
      {
        permission: PERMISSIONS.managePlugins,
        transaction: false,
        summary: 'Fill a plugin that has no rows with example data',
        description: 'Adds either all rows or none. The same number, day and scale create the same rows.',
        body: SeedRequest,
        response: Outcome,
      },
      async ({ params: { id: plugin }, body }) => {
        const { number = 1, scale = 1, today = new Date().toISOString().slice(0, 10), in_production = false } = body
        const status = requireKnown(plugin)
        if (!development && !in_production) throw inProduction(plugin)
        const outcome = await seeds.fill({ plugin, number, scale, today })
        return outcome ?? refuse(pluginNotServing(status) ?? pluginNotFound(plugin, plugins))
      },
    )
  return declarations.map((route) => declareOperation('plugins', route))
}

function refuse(error: ApiError): never {
  throw error
}

const inProduction = (plugin: string) =>
  new ApiError('seed_refused', {
    detail: `[${plugin}] was not filled with example data, because the host runs in production (NODE_ENV). To fill it anyway, send [in_production].`,
  })
