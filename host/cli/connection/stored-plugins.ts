import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DiscoveredFolder, PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import type { HostOptions } from '../../base/config/index.ts'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import type { Database } from '../../base/db/index.ts'
import { dropTables, migrate, openDatabase } from '../../base/db/index.ts'
import type {
  PluginCandidate,
  PluginManifest,
  Desired,
  PluginDecision,
  PluginNode,
  PluginWorld,
} from '../../plugins/index.ts'
import { silentLogger } from '../../base/log/index.ts'
import { discoverPlugins, DesiredPlugins, pluginMigrations, planChange, Quarantine } from '../../plugins/index.ts'
import { findPlugin } from './find-plugin.ts'
import { CommandFailed } from '../output/command-failed.ts'
import type { ActionOptions, Plugins, ResetOutcome } from './plugins.ts'
import { explainInUse } from './with-host.ts'

/**
 * The plugins while no host runs, according to folders, configuration and database. Nothing is served; changes are stored for the next
 * start.
 */
export class StoredPlugins implements Plugins {
  readonly url = undefined
  readonly #environment: HostOptions

  constructor(environment: HostOptions) {
    this.#environment = environment
  }

  async list(): Promise<readonly PluginStatus[]> {
    const manifests = await this.#manifests()
    const quarantine = this.#quarantine(manifests)
    const statuses = storedStatuses(manifests, await this.#desired())
    return statuses.map((status) => ({ ...status, diagnostics: [quarantine.reasonFor(status) ?? []].flat() }))
  }

  async folders(): Promise<readonly DiscoveredFolder[]> {
    return (await this.#candidates()).map(({ directory, manifest, findings }) => ({
      directory,
      ...(manifest && { plugin: manifest.id }),
      accepted: manifest !== undefined,
      diagnostics: findings,
    }))
  }

  async act(action: PluginAction, plugin: string, options: ActionOptions = {}): Promise<PluginPlan> {
    if (action === 'reload') throw notRunning(plugin, 'reloaded')
    if (action === 'retry') return this.#retry(plugin, options)
    const { cascade = false, dryRun = false } = options
    const world = storedWorld(await this.#manifests(), await this.#desired())
    const planned = planChange(world, { action, plugin, cascade })
    if (!dryRun) {
      if (planned.refused) throw new CommandFailed(planned.refused.code, planned.refused)
      await this.#decide(new Map(planned.steps.map((step) => [step.plugin, DESIRED[step.action]])))
    }
    return { action, plugin, dry_run: dryRun, ...planned }
  }

  async reset(plugin: string): Promise<ResetOutcome> {
    if (process.env.NODE_ENV === 'production') throw notInProduction(plugin)
    const others = (await this.#manifests()).map(({ id }) => id)
    return withStoredDatabase(this.#environment, async (database) => ({
      plugin,
      dropped: await dropTables(database, plugin, { others }),
    }))
  }

  async plan(plugin: string): Promise<never> {
    throw notRunning(plugin, 'planned')
  }

  async migrate(plugin: string): Promise<never> {
    throw notRunning(plugin, 'migrated')
  }

  /** Takes effect at the next start. */
  async #retry(plugin: string, { dryRun = false }: ActionOptions): Promise<PluginPlan> {
    const manifests = await this.#manifests()
    findPlugin(plugin, await this.list())
    const quarantine = this.#quarantine(manifests)
    const isHeld = manifests.some((manifest) => manifest.id === plugin && quarantine.reasonFor(manifest))
    if (!dryRun) quarantine.lift(plugin)
    return {
      action: 'retry',
      plugin,
      dry_run: dryRun,
      steps: isHeld ? [{ action: 'activate', plugin }] : [],
      refused: null,
    }
  }

  #quarantine(manifests: readonly PluginManifest[]): Quarantine {
    const quarantine = new Quarantine({ dataDir: this.#environment.dataDir, log: silentLogger })
    quarantine.judge(manifests)
    return quarantine
  }

  async #candidates(): Promise<readonly PluginCandidate[]> {
    return (await discoverPlugins(this.#environment.pluginDirectories)).candidates
  }

  async #manifests(): Promise<readonly PluginManifest[]> {
    return (await this.#candidates()).flatMap(({ manifest }) => manifest ?? [])
  }

  /** The desired states: operators' decisions, and the configuration where there is no decision. */
  async #desired(): Promise<ReadonlyMap<string, Desired>> {
    const { panelsFile, panelsOptional: isOptional } = this.#environment
    const { config, findings } = await readPanelsConfig(panelsFile, { isOptional })
    if (!config) throw new ConfigError(findings)
    const decided = [...(await this.#decisions())].flatMap(([id, { desired }]) =>
      desired === undefined ? [] : [[id, desired] as const],
    )
    return new Map([...config.plugins.active.map((id) => [id, 'active'] as const), ...decided])
  }

  /** Does not create a database if the host has never run. */
  async #decisions(): Promise<ReadonlyMap<string, PluginDecision>> {
    const { databaseUrl, dataDir } = this.#environment
    if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'atrium.sqlite'))) return new Map()
    return withStoredDatabase(this.#environment, (database) => new DesiredPlugins(database).read())
  }

  #decide(states: ReadonlyMap<string, Desired>): Promise<void> {
    return withStoredDatabase(this.#environment, (database) =>
      new DesiredPlugins(database).decide(states, { by: 'cli' }),
    )
  }
}

const DESIRED = { activate: 'active', deactivate: 'inactive', reload: 'active', retry: 'active' } as const

const notInProduction = (plugin: string) =>
  new CommandFailed('reset_refused', {
    message: `The tables of [${plugin}] are not dropped in production (NODE_ENV is production).`,
    fix: 'In production, write a migration instead.',
  })

const START = {
  reloaded: 'Start one with `atrium start`. It loads every plugin from its files.',
  migrated: 'Start one with `atrium start`. With ATRIUM_SAFE_MODE=1 it loads no plugin automatically.',
  planned:
    'Start one with `atrium start` while the plugin’s folder still contains the old version, and pass the folder of the new one.',
} as const

const notRunning = (plugin: string, what: keyof typeof START) =>
  new CommandFailed('no_host_running', {
    message:
      what === 'planned'
        ? `No host is running, so a new version of [${plugin}] cannot be compared with the serving version.`
        : `No host is running, so [${plugin}] cannot be ${what}.`,
    fix: START[what],
  })

/** The plugins as expected after the next start, for planning a change. Plugins whose desired state is active count as serving. */
function storedWorld(manifests: readonly PluginManifest[], states: ReadonlyMap<string, Desired>): PluginWorld {
  const found = new Map(manifests.map(({ id, version, requires }) => [id, { version, requires }]))
  const nodeOf = (id: string): PluginNode => {
    const version = found.get(id)
    const desired = states.get(id) ?? 'inactive'
    if (version === undefined) return { desired, state: 'missing', gone: true, waits: false }
    if (desired === 'inactive') return { desired, state: 'inactive', found: version, waits: false }
    return { desired, state: 'active', found: version, serving: version, waits: false }
  }
  return new Map([...new Set([...found.keys(), ...states.keys()])].map((id) => [id, nodeOf(id)]))
}

/** The status of each plugin while no host runs, sorted by id. */
function storedStatuses(
  manifests: readonly PluginManifest[],
  states: ReadonlyMap<string, Desired>,
): readonly PluginStatus[] {
  const active = [...states].filter(([, state]) => state === 'active').map(([id]) => id)
  const gone = active.filter((id) => !manifests.some((manifest) => manifest.id === id))
  const requiredBy = (id: string) => manifests.filter(({ requires }) => id in requires).map((other) => other.id)
  const found = manifests.map(({ id, title, version, description, requires, settings }): PluginStatus => ({
    id,
    title,
    version,
    ...(description !== undefined && { description }),
    desired: states.get(id) ?? 'inactive',
    state: 'inactive',
    requires,
    required_by: requiredBy(id),
    has_settings: settings !== undefined,
    diagnostics: [],
  }))
  return [...found, ...gone.map((id) => missing(id, requiredBy(id)))].sort((one, other) => (one.id < other.id ? -1 : 1))
}

const missing = (id: string, required_by: string[]): PluginStatus => ({
  id,
  title: id,
  version: '',
  desired: 'active',
  state: 'missing',
  requires: {},
  required_by,
  has_settings: false,
  diagnostics: [],
})

/**
 * Opens the database, runs the work and closes it.
 * @throws CommandFailed `host_not_found` or `host_not_answering` if a host has the database open; DatabaseError
 */
async function withStoredDatabase<Result>(
  { dataDir, databaseUrl, sqlite }: HostOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    dataDir,
    sqlite,
    ...(databaseUrl !== undefined && { url: databaseUrl }),
  }).catch(explainInUse(dataDir))
  try {
    await migrate({ database, owner: 'platform', migrations: pluginMigrations })
    return await work(database)
  } finally {
    await database.close()
  }
}
