import type { Diagnostic } from '@atrium/sdk/documents'
import type { PluginState, PluginStatus } from '../../registries/plugin-registry.ts'
import { PluginLoadError } from '../loading/plugin-load-error.ts'
import type { PluginManifest } from '../discovery/plugin-manifest.ts'
import { readPluginManifest } from '../discovery/read-plugin-manifest.ts'
import { type PluginWatch, watchPlugin } from '../watching/watch-plugin.ts'
import type { Generation } from './generation.ts'
import { PluginRejected } from './plugin-rejected.ts'
import { type PrepareOptions, prepareGeneration } from './prepare-generation.ts'

export interface HostedPluginOptions extends Omit<PrepareOptions, 'number' | 'settings'> {
  readonly watch: boolean
  /** Read anew at each load. */
  readonly settingsOf: (id: string) => Record<string, unknown>
}

/** Of one plugin at once (design section 6, step 6). */
const MOST_DRAINING = 2

/**
 * A desired plugin and the generation of it that serves. Loads are queued: a change during a load means another one before
 * anything is committed, and while a load fails the old generation goes on serving.
 */
export class HostedPlugin {
  #manifest: PluginManifest
  readonly #options: HostedPluginOptions
  #current: Generation | undefined
  #draining: readonly Generation[] = []
  #watch: PluginWatch | undefined
  #number = 0
  #wanted = false
  #closed = false
  #loading: Promise<void> | undefined

  constructor(manifest: PluginManifest, options: HostedPluginOptions) {
    this.#manifest = manifest
    this.#options = options
  }

  get id(): string {
    return this.#manifest.id
  }

  /** Loads the plugin (again). Resolves when nothing more is to be loaded; whether that worked is in the registry. */
  load(): Promise<void> {
    this.#wanted = true
    this.#loading ??= this.#loadWhileWanted().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /**
   * Takes the plugin out of service and lets go of it. Resolves when nothing of it is left: requests under way may end first,
   * unless it has to be `now`.
   */
  async close({ now = false }: { now?: boolean } = {}): Promise<void> {
    this.#closed = true
    const current = this.#current
    this.#current = undefined
    if (current) this.#options.registries.withdraw(this.id)
    await this.#watch?.close()
    await this.#loading
    const leaving = [...this.#draining, ...(current ? [current] : [])]
    if (now) for (const generation of leaving) generation.end()
    await Promise.all(leaving.map(async (generation) => this.#report(await generation.retire())))
  }

  async #loadWhileWanted(): Promise<void> {
    while (this.#wanted && !this.#closed) {
      this.#wanted = false
      await this.#loadOnce(Date.now())
    }
  }

  async #loadOnce(since: number): Promise<void> {
    if (this.#current === undefined) this.#tell('activating', [])
    try {
      const next = await this.#prepare()
      if (this.#wanted || this.#closed) return void (await next.dispose())
      this.#commit(next)
      this.#follow(next.files, { since, failed: false })
    } catch (error) {
      this.#fail(error)
      this.#follow(filesOf(error), { since, failed: true })
    }
  }

  async #prepare(): Promise<Generation> {
    const { manifest, findings } = await readPluginManifest(this.#manifest.directory)
    if (manifest === undefined) throw new PluginRejected(findings)
    if (manifest.id !== this.id) throw new PluginRejected([renamed(this.id, manifest.id)])
    this.#manifest = manifest
    const settings = this.#options.settingsOf(this.id)
    return prepareGeneration(manifest, { ...this.#options, number: this.#number + 1, settings })
  }

  /** The one synchronous step in which the new generation takes the place of the old (design section 6, step 5). */
  #commit(next: Generation): void {
    const former = this.#current
    this.#options.registries.publish(this.id, next.publication)
    this.#current = next
    this.#number = next.number
    next.start()
    if (former) void this.#drain(former)
    this.#tell('active', next.warnings)
    const { version } = this.#manifest
    this.#options.log.info({ plugin: this.id, version, generation: next.number }, 'plugin active')
  }

  /** Two generations may drain at once; those before them end now. */
  async #drain(former: Generation): Promise<void> {
    this.#draining = [...this.#draining, former]
    for (const oldest of this.#draining.slice(0, -MOST_DRAINING)) oldest.end()
    this.#report(await former.retire())
    this.#draining = this.#draining.filter((generation) => generation !== former)
  }

  #fail(error: unknown): void {
    const diagnostics = diagnosticsOf(error)
    this.#tell('failed', diagnostics)
    const serving = this.#current?.number
    for (const { code, message, where, cause, fix } of diagnostics) {
      this.#options.log.error({ plugin: this.id, code, where, cause, fix, serving }, message)
    }
  }

  #tell(state: PluginState, diagnostics: readonly Diagnostic[]): void {
    const { id, title, version } = this.#manifest
    const status: PluginStatus = { id, title, version, desired: 'active', state, diagnostics }
    const serving = this.#current && {
      generation: this.#current.number,
      loaded_at: this.#current.loadedAt.toISOString(),
    }
    this.#options.registries.plugins.set({ ...status, ...serving })
  }

  #follow(files: Iterable<string>, { since, failed }: { since: number; failed: boolean }): void {
    if (!this.#options.watch || this.#closed) return
    if (this.#watch) return this.#watch.follow(files, { failed })
    this.#watch = watchPlugin(this.#manifest, {
      files,
      failed,
      since,
      onChange: () => void this.load(),
      onError: (error) => this.#options.log.error({ plugin: this.id, err: error }, 'the plugin cannot be watched'),
    })
  }

  #report(errors: readonly unknown[]): void {
    for (const error of errors) this.#options.log.error({ plugin: this.id, err: error }, 'on_dispose failed')
  }
}

const isExplained = (error: unknown) => error instanceof PluginLoadError || error instanceof PluginRejected

const filesOf = (error: unknown) => (isExplained(error) ? error.files : [])

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (isExplained(error)) return error.diagnostics
  const message = error instanceof Error ? error.message : String(error)
  return [
    { code: 'load_failed', severity: 'error', message, fix: 'See the log of the host; saving a file tries again.' },
  ]
}

const renamed = (id: string, other: string): Diagnostic => ({
  code: 'plugin_id_changed',
  severity: 'error',
  message: `The plugin [${id}] now calls itself [${other}].`,
  where: { file: 'package.json', pointer: '/atrium/id' },
  fix: `Change the id back, or restart the host to take it as a new plugin.`,
})
