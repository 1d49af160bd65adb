import type { Diagnostic } from '@atrium/sdk/documents'
import type { PluginState } from '../../core/registries/index.ts'
import type { Generation } from '../generation/generation.ts'
import { type PrepareOptions, prepareGeneration, stageVersion } from '../generation/prepare-generation.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { settingsText } from './decisions/settings-document.ts'
import { DiagnosticLog } from './diagnostic-log.ts'
import { FormerGenerations } from './former-generations.ts'
import { readManifestAgain } from './plugin-search.ts'
import type { Rest, Standing } from './plugin-state.ts'
import { failedWith, INACTIVE, isWaiting, PluginBlocked, reportedOf, servingOf } from './plugin-state.ts'
import type { Slots } from '../../base/lifetime/index.ts'
import { FollowedFolder } from './watching/followed-folder.ts'

/** The services and callbacks that the plugin host gives to a plugin. */
export interface HostedPluginOptions extends Omit<PrepareOptions, 'number' | 'settings'> {
  readonly watch: boolean
  readonly rest: Rest
  /** Called for each load. */
  readonly settingsOf: (id: string) => Record<string, unknown>
  /** All plugins of the host wait here for their turn to load. */
  readonly loads: Slots
  /** Finds the obstacles to committing a version. Called before a load, and again right before its commit. */
  readonly findUnmet: (manifest: PluginManifest) => readonly Diagnostic[]
  /** Called when a file of a watched plugin was saved. Must load the plugin again. */
  readonly onSaved: () => void
  /** Called after every change of state. */
  readonly onChange: () => void
  /** Called when the folder of a watched plugin was removed. */
  readonly onFolderGone: () => void
}

/**
 * A plugin that the host knows: its folder, its serving generation and its state. Loads are queued: a change
 * during a load starts another load before anything is committed. While loads fail, the old generation stays in service.
 */
export class HostedPlugin {
  readonly id: string
  readonly #options: HostedPluginOptions
  readonly #log: DiagnosticLog
  readonly #former: FormerGenerations
  readonly #watch: FollowedFolder
  #standing: Standing
  #known: PluginManifest | undefined
  #folderHolds: 'manifest' | 'nothing readable' | 'nothing' = 'nothing readable'
  /** The source of the last load. */
  #loadedFrom: { readonly directory: string; readonly settings: string | undefined } | undefined
  /** The number of the last generation that was committed. */
  #number = 0
  #loading: Promise<void> | undefined
  #isLoadNeeded = false
  #isClosed = false

  constructor(id: string, options: HostedPluginOptions) {
    this.id = id
    this.#options = options
    this.#standing = { kind: 'stopped', rest: options.rest, isLeaving: false }
    this.#log = new DiagnosticLog(options.log)
    this.#former = new FormerGenerations({ plugin: id, log: options.log, onEnded: options.onChange })
    this.#watch = new FollowedFolder({
      onChange: options.onSaved,
      onGone: () => {
        this.#loadedFrom = undefined // A folder that reappears is loaded again.
        options.onFolderGone()
      },
      onError: (error) => options.log.error('the plugin cannot be watched', { plugin: id, err: error }),
    })
  }

  get state(): PluginState {
    return reportedOf(this.#standing).state
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...reportedOf(this.#standing).diagnostics, ...this.#former.leftovers]
  }

  get serving(): Generation | undefined {
    return servingOf(this.#standing)
  }

  /** The number of former generations with work under way. */
  get draining(): number {
    return this.#former.busy
  }

  /** The manifest in its folder. Undefined if it cannot be read. */
  get found(): PluginManifest | undefined {
    return this.#folderHolds === 'manifest' ? this.#known : undefined
  }

  get isGone(): boolean {
    return this.#folderHolds === 'nothing'
  }

  /** The last manifest that was read. */
  get known(): PluginManifest | undefined {
    return this.#known
  }

  /** Whether it has not been tried yet, or was stopped. */
  get isStopped(): boolean {
    return this.#standing.kind === 'stopped'
  }

  /** Only other plugins prevented the commit of its last load. */
  get waits(): boolean {
    return isWaiting(this.#standing)
  }

  /** Whether its folder or settings changed since it was loaded. */
  get isOutdated(): boolean {
    if (this.isStopped || this.found === undefined) return false
    const { directory, settings } = this.#loadedFrom ?? {}
    return this.found.directory !== directory || settingsText(() => this.#options.settingsOf(this.id)) !== settings
  }

  /** Records the manifest in its folder; undefined if the folder has no valid one. */
  find(manifest: PluginManifest | undefined, { isGone = false }: { isGone?: boolean } = {}): void {
    this.#folderHolds = manifest ? 'manifest' : isGone ? 'nothing' : 'nothing readable'
    this.#known = manifest ?? this.#known
    this.#options.onChange()
  }

  /** Loads the plugin (again). Resolves when no more loads are due, successful or not. */
  load(): Promise<void> {
    if (this.#isClosed || this.known === undefined) return Promise.resolve()
    if (this.isStopped) this.#standing = { kind: 'starting', reported: reportedOf(this.#standing) }
    this.#isLoadNeeded = true
    this.#loading ??= this.#loadWhileNeeded()
    return this.#loading
  }

  /** Stages the present content of its folder and releases it. Changes nothing. @throws PluginRejected */
  async stage(): ReturnType<typeof stageVersion> {
    const manifest = await readManifestAgain(this.id, this.known?.directory ?? '')
    return stageVersion(manifest, { ...this.#options, settings: this.#options.settingsOf(this.id) })
  }

  /**
   * Takes the plugin out of service at once. Resolves when it is disposed of, after the requests under way. It may be loaded
   * again before that.
   */
  stop(rest: Rest = INACTIVE): Promise<void> {
    const former = this.serving
    const isLeaving = former !== undefined || this.#loading !== undefined || !this.#former.isEmpty
    if (former) {
      this.#options.registries.withdraw(this.id)
      this.#former.add(former)
    }
    this.#stand({ kind: 'stopped', rest, isLeaving })
    return this.#letGo(rest)
  }

  /** Stops permanently. With `now`, work under way is aborted. */
  async close({ now = false }: { now?: boolean } = {}): Promise<void> {
    this.#isClosed = true
    const stopped = this.stop()
    if (now) this.#former.end()
    await stopped
  }

  async #letGo(rest: Rest): Promise<void> {
    await this.#watch.close()
    await this.#loading
    await this.#former.ended()
    const standing = this.#standing
    if (standing.kind === 'stopped' && standing.rest === rest) this.#stand({ ...standing, isLeaving: false })
  }

  async #loadWhileNeeded(): Promise<void> {
    try {
      while (this.#isLoadNeeded && !this.isStopped) await this.#options.loads.run(() => this.#loadOnce())
    } finally {
      this.#loading = undefined
    }
  }

  async #loadOnce(): Promise<void> {
    if (this.isStopped) return
    this.#isLoadNeeded = false
    const since = Date.now()
    try {
      const next = await this.#prepare()
      if (this.#isLoadNeeded || this.isStopped) return void (await next.dispose())
      await this.#commitIfMet(next)
      this.#follow(next.files, { since, failed: false })
    } catch (error) {
      this.#options.registries.vitals.failed(this.id)
      if (!this.isStopped) this.#stand(failedWith(error, this.serving))
      this.#follow(error instanceof PluginRejected ? error.files : [], { since, failed: true })
    }
  }

  async #prepare(): Promise<Generation> {
    const directory = this.known?.directory ?? ''
    this.#loadedFrom = { directory, settings: settingsText(() => this.#options.settingsOf(this.id)) }
    const manifest = await readManifestAgain(this.id, directory)
    this.find(manifest)
    this.#requireMet(manifest)
    if (this.serving === undefined && !this.isStopped) this.#stand({ kind: 'loading', waits: this.waits })
    const [number, settings] = [this.#number + 1, this.#options.settingsOf(this.id)]
    return prepareGeneration(manifest, { ...this.#options, number, settings })
  }

  /** Repeats the check, because other plugins may have changed meanwhile. */
  async #commitIfMet(next: Generation): Promise<void> {
    try {
      this.#requireMet(next.manifest)
      const taken = next.findTaken()
      if (taken.length > 0) throw new PluginRejected(taken, { files: next.files })
    } catch (error) {
      await next.dispose()
      throw error
    }
    this.#commit(next)
  }

  #requireMet(manifest: PluginManifest): void {
    const unmet = this.#options.findUnmet(manifest)
    if (unmet.length > 0) throw new PluginBlocked(unmet, { files: this.serving?.files ?? [] })
  }

  /** Replaces the old generation with the new one in one synchronous step (ARCHITECTURE: Generations). */
  #commit(next: Generation): void {
    const former = this.serving
    const { registries, log } = this.#options
    registries.publish(this.id, next.publication)
    this.#number = next.number
    this.#standing = { kind: 'serving', generation: next }
    registries.begin(this.id, next)
    next.start()
    if (former) this.#former.add(former)
    this.#stand(this.#standing)
    log.info('plugin active', { plugin: this.id, version: next.manifest.version, generation: next.number })
  }

  #stand(standing: Standing): void {
    this.#standing = standing
    const { state, diagnostics } = reportedOf(standing)
    this.#log.write(diagnostics, { plugin: this.id, state, serving: this.serving?.number })
    this.#options.onChange()
  }

  #follow(files: readonly string[], { since, failed }: { since: number; failed: boolean }): void {
    if (!this.#options.watch || this.isStopped || this.known === undefined) return
    this.#watch.follow(this.known, { files, since, failed })
  }
}
