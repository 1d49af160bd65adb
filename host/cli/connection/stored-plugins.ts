import { existsSync } from 'node:fs'
import path from 'node:path'
import type { DiscoveredFolder, PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { ConfigError, readPanelsConfig } from '../../base/config/index.ts'
import type { HostOptions } from '../../base/config/index.ts'
import { dropTables } from '../../base/db/index.ts'
import { planChange } from '../../plugins/supervise/dependencies/plan-change.ts'
import { DesiredPlugins } from '../../plugins/supervise/decisions/desired-plugins.ts'
import type { Desired, PluginDecision } from '../../plugins/supervise/decisions/desired-plugins.ts'
import { discoverPlugins } from '../../plugins/manifest/discover-plugins.ts'
import type { PluginCandidate } from '../../plugins/manifest/discover-plugins.ts'
import type { PluginManifest } from '../../plugins/manifest/plugin-manifest.ts'
import { CommandFailed } from '../command-failed.ts'
import type { ActionOptions, Plugins, ResetOutcome } from './plugins.ts'
import { storedStatuses } from './stored-statuses.ts'
import { storedWorld } from './stored-world.ts'
import { withStoredDatabase } from './with-stored-database.ts'

/** The plugins while no host runs, as folders, configuration and database say: nothing is served, but wishes are kept. */
export class StoredPlugins implements Plugins {
  readonly url = undefined
  readonly #environment: HostOptions

  constructor(environment: HostOptions) {
    this.#environment = environment
  }

  async list(): Promise<readonly PluginStatus[]> {
    return storedStatuses(await this.#manifests(), await this.#wishes())
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
    if (action === 'reload') throw notRunning(plugin)
    const { cascade = false, dryRun = false } = options
    const world = storedWorld(await this.#manifests(), await this.#wishes())
    const planned = planChange(world, { action, plugin, cascade })
    if (!dryRun) {
      if (planned.refused) throw new CommandFailed(planned.refused.code, planned.refused)
      await this.#decide(new Map(planned.steps.map((step) => [step.plugin, WISHES[step.action]])))
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

  async #candidates(): Promise<readonly PluginCandidate[]> {
    return (await discoverPlugins(this.#environment.pluginDirectories)).candidates
  }

  async #manifests(): Promise<readonly PluginManifest[]> {
    return (await this.#candidates()).flatMap(({ manifest }) => manifest ?? [])
  }

  /** What operators decided; and where nobody has, what the configuration says. */
  async #wishes(): Promise<ReadonlyMap<string, Desired>> {
    const { config, findings } = await readPanelsConfig(this.#environment.panelsFile)
    if (!config) throw new ConfigError(findings)
    const decided = [...(await this.#decisions())].flatMap(([id, { desired }]) =>
      desired === undefined ? [] : [[id, desired] as const],
    )
    return new Map([...config.plugins.active.map((id) => [id, 'active'] as const), ...decided])
  }

  /** Looking at a host that has never run makes no database. */
  async #decisions(): Promise<ReadonlyMap<string, PluginDecision>> {
    const { databaseUrl, dataDir } = this.#environment
    if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'atrium.sqlite'))) return new Map()
    return withStoredDatabase(this.#environment, (database) => new DesiredPlugins(database).read())
  }

  #decide(wishes: ReadonlyMap<string, Desired>): Promise<void> {
    return withStoredDatabase(this.#environment, (database) =>
      new DesiredPlugins(database).decide(wishes, { by: 'cli' }),
    )
  }
}

const WISHES = { activate: 'active', deactivate: 'inactive', reload: 'active' } as const

const notInProduction = (plugin: string) =>
  new CommandFailed('reset_refused', {
    message: `The tables of [${plugin}] are not dropped in production (NODE_ENV).`,
    fix: 'In production write a migration.',
  })

const notRunning = (plugin: string) =>
  new CommandFailed('no_host_running', {
    message: `No host is running that could load [${plugin}] again.`,
    fix: 'Start one by `atrium start`: it loads every plugin anew.',
  })
