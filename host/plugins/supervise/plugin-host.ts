import type { DiscoveredFolder, PluginPlan, PluginSettings } from '@atrium/sdk/documents'
import { findUnmet } from './dependencies/find-unmet.ts'
import { planChange, type PluginRequest } from './dependencies/plan-change.ts'
import { refused } from './dependencies/refusals.ts'
import type { DesiredPlugins } from './decisions/desired-plugins.ts'
import { PluginDecisions, type PluginsConfig, type Settings } from './decisions/plugin-decisions.ts'
import { endBundling } from '../load/kept-bundles.ts'
import { settingsDocument } from './decisions/settings-document.ts'
import { keepSettings } from './decisions/settings-to-keep.ts'
import { type PluginsWatch, watchForPlugins } from './watching/watch-for-plugins.ts'
import { carryOut, settlePlugins } from './settle-plugins.ts'
import { discoveryReport, incompleteFolders, PluginSearch } from './plugin-search.ts'
import { OutageRetries } from './outage-retries.ts'
import { ReloadRequests } from './reload-requests.ts'
import { HostedPlugin, type HostedPluginOptions } from './hosted-plugin.ts'
import { KnownPlugins } from './known-plugins.ts'
import { StrayErrors } from './stray-errors.ts'
import type { Quarantine } from './quarantine/quarantine.ts'
import { EXPECTED, type Rest } from './plugin-state.ts'
import type { Generation } from '../generation/generation.ts'
import type { StagedVersion } from '../generation/prepare-generation.ts'
import { SharedRuns, Slots, TaskQueue } from '../../base/lifetime/index.ts'

/** More would not be faster, and each holds a connection of the database and its sources in memory. */
const LOADS_AT_ONCE = 8

export interface PluginHostOptions extends Omit<
  HostedPluginOptions,
  'rest' | 'settingsOf' | 'loads' | 'findUnmet' | 'admitLoad' | 'onSaved' | 'onChange' | 'onFolderGone'
> {
  /** The plugin directories. */
  readonly directories: readonly string[]
  /** The operators' decisions. */
  readonly desired: DesiredPlugins
  /** Returns the configuration in force. */
  readonly config: () => PluginsConfig
  readonly quarantine?: Quarantine
  /** Starts only plugins that are explicitly activated. Default false. */
  readonly safeMode?: boolean
}

/** Reads which plugins are to be active. `refresh` finds and loads them. */
export async function createPluginHost(options: PluginHostOptions): Promise<PluginHost> {
  const host = new PluginHost(options)
  await host.expect()
  return host
}

/**
 * The plugins of a host: which ones exist, are to be active, are serving, and why the others are not. Changes happen one after the other. A
 * plugin that fails or is missing never stops the host. Returns undefined for unknown ids.
 */
export class PluginHost {
  readonly #options: PluginHostOptions
  readonly #decisions: PluginDecisions
  readonly #known: KnownPlugins
  readonly #queue = new TaskQueue()
  readonly #loads = new Slots(LOADS_AT_ONCE)
  readonly #stagings = new SharedRuns<StagedVersion | undefined>()
  readonly #search: PluginSearch
  readonly outageRetries: OutageRetries
  readonly reloads: ReloadRequests
  /** Errors of plugins that nothing catches. */
  readonly strayErrors: StrayErrors
  #watching: PluginsWatch | undefined
  #isSettlingSoon = false
  #closed = false

  constructor(options: PluginHostOptions) {
    const { registries, services, directories, desired, config, safeMode = false, watch } = options
    this.#options = options
    this.#decisions = new PluginDecisions({ rows: desired, keys: services.secrets, config, safeMode })
    this.#known = new KnownPlugins(registries.plugins, this.#decisions)
    const shared = { known: this.#known, decisions: this.#decisions, queue: this.#queue, plugins: registries.plugins }
    this.reloads = new ReloadRequests({ ...shared, load: (id) => this.#loadAgain(id) })
    this.strayErrors = new StrayErrors({ known: this.#known, findings: registries.findings, log: options.log })
    this.#search = new PluginSearch({
      ...{ ...shared, directories, log: options.log },
      create: (id, rest) => this.#create(id, rest),
      onFound: (discovery) => this.#watching?.follow(incompleteFolders(discovery)),
    })
    this.outageRetries = new OutageRetries({ ...shared, search: this.#search, refresh: () => this.refresh() })
    if (!watch) return
    this.#watching = watchForPlugins(directories, {
      onChange: () => this.#inBackground(() => this.refresh()),
      onError: (error) => options.log.error('the plugin directories cannot be watched', { err: error }),
    })
  }

  /** Reports plugins to be active as starting. Until the search for them has ended, callers are asked to retry. */
  async expect(): Promise<void> {
    await this.#decisions.read()
    this.reloads.skip()
    const ids = this.#decisions.expected().filter((id) => this.#decisions.mayStart(id))
    for (const id of ids) this.#known.add(this.#create(id, EXPECTED))
  }

  /** Looks for plugins and loads those to be active that are not serving yet. Resolves when each was tried. */
  refresh(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#closed) return
      await this.#search.look()
      await this.#settle()
    })
  }

  /** Follows decisions made on another host of the same database. */
  async catchUp(): Promise<void> {
    const hasChanged = await this.#queue.run(async () => !this.#closed && (await this.#decisions.read()))
    if (!hasChanged) return
    await this.refresh()
    await this.reloads.follow()
  }

  /** Applies a changed configuration. Plugins that failed or have other settings are tried again. */
  reconfigure(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#closed) return
      await this.#search.look()
      const failed = this.#known.list().filter(({ state }) => state === 'failed')
      await Promise.all(failed.map((plugin) => plugin.load()))
      await this.#settle()
    })
  }

  /**
   * Plans a change and, unless it is a dry run, carries it out. Resolves when every load was tried and every stopped plugin
   * is out of service.
   * @throws ApiError 409 with the code of the refusal, unless it is a dry run
   */
  change({ dryRun, ...change }: PluginRequest, { by }: { readonly by: string }): Promise<PluginPlan | undefined> {
    const { action, plugin: id } = change
    return this.#queue.run(async () => {
      await (action === 'reload' ? this.#search.lookAt(id) : this.#search.look())
      if (this.#closed) throw new Error('The host is shutting down, so plugins are no longer loaded or stopped.')
      if (!dryRun) await this.#settle()
      if (!this.#known.get(id)) return undefined
      const plan = { action, plugin: id, dry_run: dryRun, ...planChange(this.#known.world, change) }
      if (dryRun) return plan
      if (plan.refused) throw refused(plan.refused)
      if (action === 'retry') this.#options.quarantine?.lift(id)
      await carryOut(plan.steps, { known: this.#known, decisions: this.#decisions, by })
      await this.#settle()
      const ids = new Set([...plan.steps.map(({ plugin }) => plugin), id])
      return { ...plan, plugins: [...ids].flatMap((each) => this.#options.registries.plugins.get(each) ?? []) }
    })
  }

  /** The serving generation of a plugin. Undefined if there is none. */
  readonly serving = (id: string): Generation | undefined => this.#known.get(id)?.serving

  /** The settings in force without secrets, and a form to change them. */
  settings(id: string): PluginSettings | undefined {
    const manifest = this.#known.get(id)?.known
    const values = { ...this.#decisions.configuredSettingsOf(id), ...this.#decisions.ownSettingsOf(id) }
    return manifest && settingsDocument(manifest, values)
  }

  /** Stores settings and loads the plugin again if it is running. @throws ApiError 422 `validation_failed` */
  changeSettings(id: string, given: Settings, { by }: { readonly by: string }): Promise<PluginSettings | undefined> {
    return this.#queue.run(async () => {
      await this.#search.look()
      const manifest = this.#known.get(id)?.known
      if (manifest === undefined) return undefined
      await keepSettings(manifest, given, { decisions: this.#decisions, log: this.#options.log, by })
      await this.#settle()
      return this.settings(id)
    })
  }

  /** Stages the present content of a plugin's folder and releases it. @throws PluginRejected */
  async stage(id: string): Promise<StagedVersion | undefined> {
    await this.discover()
    return this.#stagings.run(id, () => this.#loads.run(async () => this.#known.get(id)?.stage()))
  }

  /** Searches the plugin directories again. Returns every folder, with the reasons if it is not a plugin. */
  readonly discover = (): Promise<DiscoveredFolder[]> =>
    this.#queue.run(async () => discoveryReport(await this.#search.look()))

  /** Does work while a plugin is stopped and disposed of, then loads it again if it is to be active. */
  suspend(id: string, work: () => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      const plugin = this.#known.get(id)
      await plugin?.stop()
      try {
        await work()
      } finally {
        if (this.#decisions.desiredOf(id) === 'active') await plugin?.load()
        await this.#settle()
      }
    })
  }

  /** Stops all plugins and aborts the work under way. */
  async close(): Promise<void> {
    this.#closed = true
    this.strayErrors.close()
    await this.#watching?.close()
    await Promise.all(this.#known.list().map((plugin) => plugin.close({ now: true })))
    await this.#queue.idle()
    await endBundling()
  }

  #create(id: string, rest: Rest): HostedPlugin {
    const created: HostedPlugin = new HostedPlugin(id, {
      ...this.#options,
      ...{ rest, loads: this.#loads },
      settingsOf: (plugin) => this.#decisions.settingsOf(plugin),
      isStored: (plugin, setting) => this.#decisions.isStored(plugin, setting),
      findUnmet: (manifest) => findUnmet(this.#known.world, manifest.id, manifest),
      admitLoad: (manifest, load) => this.#options.quarantine?.load(manifest, load) ?? load(),
      onSaved: () => {
        this.#options.quarantine?.lift(id)
        void created.load()
      },
      onChange: () => this.#onChange(created),
      onFolderGone: () => this.#inBackground(() => this.refresh()),
    })
    return created
  }

  #onChange(plugin: HostedPlugin): void {
    this.#known.note(plugin)
    if (plugin.state !== 'active' || this.#isSettlingSoon || !this.#known.isAnyWaiting()) return
    this.#isSettlingSoon = true
    this.#inBackground(() => this.#queue.run(() => this.#settle()))
  }

  async #loadAgain(id: string): Promise<void> {
    if (this.#closed) return
    await this.#search.lookAt(id)
    if (this.#decisions.desiredOf(id) === 'active' && this.#decisions.mayStart(id)) await this.#known.get(id)?.load()
    await this.#settle()
  }

  async #settle(): Promise<void> {
    this.#isSettlingSoon = false
    if (this.#closed) return
    this.#options.quarantine?.judge(this.#known.list().flatMap(({ found }) => found ?? []))
    const [known, decisions, { discovery }] = [this.#known, this.#decisions, this.#search]
    await settlePlugins({ known, decisions, discovery, isClosed: () => this.#closed })
  }

  #inBackground(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => {
      this.#options.log.error('the plugins could not be brought up to date', { err: error })
    })
  }
}
