import type { Diagnostic } from '@atrium/sdk/documents'
import type { PluginState } from '../../core/registries/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { DiagnosticLog } from './diagnostic-log.ts'
import { failureDiagnostics, failureFiles } from './failure.ts'
import { FollowedFolder } from './watching/followed-folder.ts'
import { FormerGenerations } from './former-generations.ts'
import type { Generation } from '../generation/generation.ts'
import { PluginBlocked } from './plugin-blocked.ts'
import { PluginRejected } from '../load/plugin-rejected.ts'
import type { HostedPluginOptions } from './hosted-plugin-options.ts'
import { prepareGeneration } from '../generation/prepare-generation.ts'
import { readManifestAgain } from './read-manifest-again.ts'
import { INACTIVE, type Rest } from './known-plugins.ts'

/**
 * A plugin for as long as the host knows it: its folder, the generation that serves, and where it stands. Loads are queued: a
 * change during a load means another one before anything is committed, and while a load fails the old generation goes on serving.
 */
export class HostedPlugin {
  readonly id: string
  readonly #options: HostedPluginOptions
  readonly #log: DiagnosticLog
  readonly #former: FormerGenerations
  readonly #folder: FollowedFolder
  #found: PluginManifest | undefined
  #known: PluginManifest | undefined
  #state: PluginState
  #diagnostics: readonly Diagnostic[]
  #rest: Rest | undefined
  #current: Generation | undefined
  #loadedFrom: string | undefined
  #settings: string | undefined
  #number = 0
  #isGone = false
  #waits = false
  #wanted = false
  #closed = false
  #loading: Promise<void> | undefined

  constructor(id: string, options: HostedPluginOptions) {
    this.id = id
    this.#options = options
    this.#log = new DiagnosticLog(options.log)
    this.#rest = options.rest
    this.#state = options.rest.state
    this.#diagnostics = options.rest.diagnostics
    this.#former = new FormerGenerations({ plugin: id, log: options.log, onEnded: options.onChange })
    this.#folder = new FollowedFolder({
      onChange: () => void this.load(),
      onGone: () => {
        this.#loadedFrom = undefined // One that comes back is loaded anew.
        options.onFolderGone()
      },
      onError: (error) => options.log.error({ plugin: id, err: error }, 'the plugin cannot be watched'),
    })
  }

  get state(): PluginState {
    return this.#state
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics, ...this.#former.leftovers]
  }

  get serving(): Generation | undefined {
    return this.#current
  }

  /** Former generations with work under way. */
  get draining(): number {
    return this.#former.busy
  }

  /** What its folder says; undefined where there is none that can be read. */
  get found(): PluginManifest | undefined {
    return this.#found
  }

  /** Its folder is not there any more. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** The last that was read of it. */
  get known(): PluginManifest | undefined {
    return this.#known
  }

  /** Nobody loads it: it was not tried yet, or was stopped. */
  get isStopped(): boolean {
    return this.#rest !== undefined
  }

  /** Only other plugins kept its last load from being committed. */
  get waits(): boolean {
    return this.#waits
  }

  /** Its folder or its settings are others than those it was loaded with. */
  get isOutdated(): boolean {
    if (this.isStopped || this.#found === undefined) return false
    return this.#found.directory !== this.#loadedFrom || this.#settings !== this.#presentSettings()
  }

  /** Takes note of what was found in its folder, or that there is none any more. */
  find(manifest: PluginManifest | undefined, { isGone = false }: { isGone?: boolean } = {}): void {
    this.#found = manifest
    this.#known = manifest ?? this.#known
    this.#isGone = isGone
    this.#options.onChange()
  }

  /** Loads the plugin (again). Resolves when nothing more is to be loaded; whether that worked is where it stands then. */
  load(): Promise<void> {
    if (this.#closed || this.#known === undefined) return Promise.resolve()
    this.#rest = undefined
    this.#wanted = true
    this.#loading ??= this.#loadWhileWanted()
    return this.#loading
  }

  /**
   * Takes the plugin out of service, at once. Resolves when nothing of it is left: requests under way may end first. It may be
   * loaded again before that.
   */
  stop(rest: Rest = INACTIVE): Promise<void> {
    this.#rest = rest
    this.#waits = false
    const former = this.#current
    this.#current = undefined
    if (former) {
      this.#options.registries.withdraw(this.id)
      this.#former.add(former)
    }
    const isLeft = this.#loading !== undefined || !this.#former.isEmpty
    this.#tell(isLeft && rest.state === 'inactive' ? 'deactivating' : rest.state, rest.diagnostics)
    return this.#letGo(rest)
  }

  /** Stops for good. With `now`, work under way is told to end. */
  async close({ now = false }: { now?: boolean } = {}): Promise<void> {
    this.#closed = true
    const stopped = this.stop()
    if (now) this.#former.end()
    await stopped
  }

  async #letGo(rest: Rest): Promise<void> {
    await this.#folder.close()
    await this.#loading
    await this.#former.ended()
    if (this.#rest === rest) this.#tell(rest.state, rest.diagnostics)
  }

  async #loadWhileWanted(): Promise<void> {
    try {
      while (this.#wanted && !this.isStopped) {
        this.#wanted = false
        await this.#loadOnce(Date.now())
      }
    } finally {
      this.#loading = undefined
    }
  }

  async #loadOnce(since: number): Promise<void> {
    try {
      const next = await this.#prepare()
      if (this.#wanted || this.isStopped) return void (await next.dispose())
      await this.#commitIfMet(next)
      this.#follow(next.files, { since, failed: false })
    } catch (error) {
      this.#fail(error)
      this.#follow(failureFiles(error), { since, failed: true })
    }
  }

  async #prepare(): Promise<Generation> {
    this.#settings = this.#presentSettings()
    this.#loadedFrom = this.#known?.directory ?? ''
    const manifest = await readManifestAgain(this.id, this.#loadedFrom)
    this.find(manifest)
    this.#requireMet(manifest)
    if (this.#current === undefined && !this.isStopped) this.#tell('activating', [])
    const [number, settings] = [this.#number + 1, this.#options.settingsOf(this.id)]
    return prepareGeneration(manifest, { ...this.#options, number, settings })
  }

  /** Other plugins may have changed meanwhile. */
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
    if (unmet.length > 0) throw new PluginBlocked(unmet, { files: this.#current?.files ?? [] })
  }

  /** The one synchronous step in which the new generation takes the place of the old (design section 6, step 5). */
  #commit(next: Generation): void {
    const former = this.#current
    this.#options.registries.publish(this.id, next.publication)
    this.#current = next
    this.#number = next.number
    this.#waits = false
    next.start()
    if (former) this.#former.add(former)
    this.#tell('active', next.warnings)
    this.#options.log.info(
      { plugin: this.id, version: next.manifest.version, generation: next.number },
      'plugin active',
    )
  }

  #fail(error: unknown): void {
    if (this.isStopped) return
    this.#waits = error instanceof PluginBlocked
    this.#tell(this.#waits && this.#current === undefined ? 'blocked' : 'failed', failureDiagnostics(error))
  }

  #tell(state: PluginState, diagnostics: readonly Diagnostic[]): void {
    this.#state = state
    this.#diagnostics = diagnostics
    this.#log.write(diagnostics, { plugin: this.id, state, serving: this.#current?.number })
    this.#options.onChange()
  }

  #presentSettings(): string | undefined {
    try {
      return JSON.stringify(this.#options.settingsOf(this.id))
    } catch {
      return undefined // What cannot be read differs from what can.
    }
  }

  #follow(files: readonly string[], { since, failed }: { since: number; failed: boolean }): void {
    if (!this.#options.watch || this.isStopped || this.#known === undefined) return
    this.#folder.follow(this.#known, { files, since, failed })
  }
}
