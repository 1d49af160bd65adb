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
    description: 'kept: it had rows already, and none was added. no_seed: it has no example data',
  }),
  rows: Type.Record(Type.String(), Type.Integer(), { description: 'What each of its tables holds now' }),
})

const Progress = Type.Object({
  running: Type.Boolean(),
  done: Type.Optional(Type.Number()),
  total: Type.Optional(Type.Number()),
})

const SeedRequest = Type.Object({
  number: Type.Optional(Type.Integer({ default: 1, description: 'The same number makes the same rows' })),
  today: Type.Optional(
    Type.String({ format: 'date', description: 'The day on which they are up to date. Default: today' }),
  ),
  scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10, default: 1, description: '1: all of it' })),
  in_production: Type.Optional(Type.Boolean({ default: false, description: 'Yes, though this is no place to try' })),
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
      { permission: PERMISSIONS.plugins, summary: 'How far filling a plugin with example data is', response: Progress },
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
        summary: 'Fills a plugin that has no rows yet with example data',
        description: 'All of it or nothing. The same number, day and scale make the same rows.',
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
    detail: `[${plugin}] is not filled with example data by a host that runs in production (NODE_ENV). If that is meant, send [in_production].`,
  })
