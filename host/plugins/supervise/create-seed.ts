import { hash } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import { seeded_random } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { classifyDatabaseError, countRows, LockBusy } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { PluginRegistry } from '../../core/registries/index.ts'
import type { PluginHost } from './plugin-host.ts'
import { withinTime } from '../../base/lifetime/index.ts'

/** What example data are asked for. */
export interface SeedRequest {
  readonly plugin: string
  /** Each whole number has rows of its own. */
  readonly number: number
  readonly today: string
  readonly scale: number
}

/** What became of it. */
export interface SeedOutcome {
  readonly plugin: string
  /** `kept`: the plugin had rows, so nothing was added. `no_seed`: it exports none. */
  readonly outcome: 'seeded' | 'kept' | 'no_seed'
  /** What each of its tables holds now. */
  readonly rows: Readonly<Record<string, number>>
}

export interface SeedProgress {
  readonly done: number
  readonly total?: number
}

interface SeedOptions {
  readonly plugins: Pick<PluginHost, 'serving'>
  readonly registry: Pick<PluginRegistry, 'list'>
  readonly database: Database
  /** Milliseconds that a plugin may take: on SQLite nobody else writes meanwhile. Default 4 minutes. */
  readonly limit?: number
}

/** Whoever asks over HTTP is seldom willing to wait five. */
const LIMIT = 240_000

/** Fills the tables of plugins with their example data, all of a plugin's or none: each in one transaction. */
export function createSeed({ plugins, registry, database, limit = LIMIT }: SeedOptions) {
  const running = new Map<string, SeedProgress>()

  async function fill({ plugin, number, ...given }: SeedRequest): Promise<SeedOutcome | undefined> {
    const generation = plugins.serving(plugin)
    if (generation === undefined) return undefined
    const { seed } = generation
    if (seed === undefined) return { plugin, outcome: 'no_seed', rows: {} }
    const others = registry.list().map(({ id }) => id)
    const count = () => countRows(database, plugin, { others })
    const progress = (done: number, { total }: { total?: number } = {}) => {
      if (running.has(plugin)) running.set(plugin, { done, ...(total !== undefined && { total }) })
    }
    return database.tryLock(`seed:${plugin}`, async () => {
      const rows = await count()
      if (Object.values(rows).some((total) => total > 0)) return { plugin, outcome: 'kept', rows }
      running.set(plugin, { done: 0 })
      const seeding = { random: seeded_random(numberOf(plugin, number)), ...given, progress }
      const expired = () => new Error(`It did not finish within ${limit / 1000} s.`)
      await withinTime(limit, () => seed(seeding), { expired }).finally(() => running.delete(plugin))
      return { plugin, outcome: 'seeded', rows: await count() }
    })
  }

  return {
    /** Undefined for a plugin that does not serve. @throws ApiError 409 `conflict` while it is being filled, 500 `seed_failed` */
    fill: (request: SeedRequest) => fill(request).catch((thrown: unknown) => refuse(request.plugin, thrown)),
    /** How far it is; undefined where nothing is under way. */
    progressOf: (plugin: string) => running.get(plugin),
  }
}

export type Seeds = ReturnType<typeof createSeed>

/** Two plugins that draw as many numbers shall not draw the same. */
const numberOf = (plugin: string, number: number) =>
  Number.parseInt(hash('sha256', `${plugin} ${number}`).slice(0, 8), 16)

function refuse(plugin: string, thrown: unknown): never {
  if (thrown instanceof LockBusy)
    throw new ApiError('conflict', { detail: `[${plugin}] is being filled already. Wait until that is done.` })
  throw new ApiError('seed_failed', {
    detail: `[seed] of the plugin [${plugin}] threw, and nothing of it was kept: ${reasonOf(thrown)}`,
    cause: thrown,
  })
}

/** What a database says of itself holds SQL and values. */
function reasonOf(thrown: unknown): string {
  const error = toApiError(thrown)
  const isOwnWords = error.code === 'internal_error' && classifyDatabaseError(thrown) === undefined
  return isOwnWords && thrown instanceof Error ? thrown.message : error.message
}
