import { hash } from 'node:crypto'
import { ApiError } from '@atrium/sdk'
import { seeded_random } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import { classifyDatabaseError, countRows, LockBusy } from '../../base/db/index.ts'
import { toApiError } from '../../base/errors/index.ts'
import type { PluginRegistry } from '../../core/registries/index.ts'
import type { PluginHost } from './plugin-host.ts'
import { withinTime } from '../../base/lifetime/index.ts'

/** The example data requested. */
export interface SeedRequest {
  readonly plugin: string
  /** Each integer gives different rows. */
  readonly number: number
  readonly today: string
  readonly scale: number
}

/** The result. */
export interface SeedOutcome {
  readonly plugin: string
  /** `kept`: the plugin had rows, so nothing was added. `no_seed`: it exports none. */
  readonly outcome: 'seeded' | 'kept' | 'no_seed'
  /** The number of rows in each of its tables. */
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
  /** Time limit for a plugin, in milliseconds: on SQLite, nothing else can write meanwhile. Default 4 minutes. */
  readonly limit?: number
}

/** HTTP clients seldom wait five minutes. */
const LIMIT = 240_000

/** Fills the tables of plugins with example data, in one transaction per plugin. */
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
    /** Undefined for a plugin that is not serving. @throws ApiError 409 `conflict` while it is being filled, 500 `seed_failed` */
    fill: (request: SeedRequest) => fill(request).catch((thrown: unknown) => refuse(request.plugin, thrown)),
    /** The progress. Undefined if nothing is under way. */
    progressOf: (plugin: string) => running.get(plugin),
  }
}

export type Seeds = ReturnType<typeof createSeed>

/** Different plugins must get different random numbers. */
const numberOf = (plugin: string, number: number) =>
  Number.parseInt(hash('sha256', `${plugin} ${number}`).slice(0, 8), 16)

function refuse(plugin: string, thrown: unknown): never {
  if (thrown instanceof LockBusy)
    throw new ApiError('conflict', { detail: `[${plugin}] is already being filled. Wait until that has finished.` })
  throw new ApiError('seed_failed', {
    detail: `[seed] of the plugin [${plugin}] threw, and nothing of it was kept: ${reasonOf(thrown)}`,
    cause: thrown,
  })
}

/** Messages of the database are not shown, because they contain SQL and values. */
function reasonOf(thrown: unknown): string {
  const error = toApiError(thrown)
  const isOwnWords = error.code === 'internal_error' && classifyDatabaseError(thrown) === undefined
  return isOwnWords && thrown instanceof Error ? thrown.message : error.message
}
