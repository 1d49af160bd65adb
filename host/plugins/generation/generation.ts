import type { Seeding } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { Publication } from '../../core/registries/index.ts'
import { leftoverDiagnostic } from './tracking/leftover.ts'
import type { LoadedGeneration } from './load-generation.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { OwnedContext } from './plugin-context.ts'
import { settled } from '../../base/lifetime/index.ts'

/** How long what was told to end may take to do so, in milliseconds. */
const LAST_CALL_MS = 5_000

/** One loaded copy of one plugin: what it publishes, and all that it must let go of. */
export class Generation {
  /** Counted from 1 for each plugin. */
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
  readonly files: readonly string[]
  /** Names that belong to plugins which were committed since this one was checked. */
  readonly findTaken: () => readonly Diagnostic[]
  /** Fills its tables with example data, on the plugin's own account; undefined where it has none. */
  readonly seed: ((seeding: Seeding) => Promise<void>) | undefined
  readonly loadedAt = new Date()
  readonly #loaded: LoadedGeneration
  readonly #owned: OwnedContext
  #retired: Promise<unknown[]> | undefined
  #disposed: Promise<unknown[]> | undefined
  #leftovers: readonly Diagnostic[] = []

  constructor(loaded: LoadedGeneration, owned: OwnedContext, parts: GenerationParts) {
    this.#loaded = loaded
    this.#owned = owned
    this.number = parts.number
    this.manifest = parts.manifest
    this.publication = parts.publication
    this.warnings = parts.warnings
    this.findTaken = parts.findTaken
    this.seed = parts.seed
    this.files = loaded.files
  }

  /** Nothing of it is under way. */
  get isIdle(): boolean {
    return this.#owned.hold.isIdle
  }

  /** What it had started and not ended, once it is disposed of. */
  get leftovers(): readonly Diagnostic[] {
    return this.#leftovers
  }

  /** From now on the database answers and the declared timers run. */
  start(): void {
    this.#loaded.opened.run(() => this.#owned.gate.open())
  }

  /**
   * Stops the timers at once, lets the work under way end, for `drain_seconds` at most, and disposes of the rest; once.
   * @returns what failed on the way
   */
  retire(): Promise<unknown[]> {
    this.#retired ??= this.#drain()
    return this.#retired
  }

  async #drain(): Promise<unknown[]> {
    const { activities, hold } = this.#owned
    const errors = await activities.run()
    await settled(hold.idle(), this.manifest.drain_seconds * 1000, { signal: hold.signal })
    return [...errors, ...(await this.dispose())]
  }

  /** Tells the work under way to end, now: whoever retires it waits no longer. */
  end(): void {
    this.#owned.hold.end()
  }

  /** Ends what is under way and lets go of everything, last in first out; once. @returns what failed on the way */
  dispose(): Promise<unknown[]> {
    this.#disposed ??= this.#letGo()
    return this.#disposed
  }

  async #letGo(): Promise<unknown[]> {
    const { activities, disposal, hold } = this.#owned
    const errors = await activities.run()
    hold.end()
    await settled(hold.idle(), LAST_CALL_MS)
    hold.drop()
    errors.push(...(await disposal.run()))
    this.#leftovers = (await this.#loaded.dispose()).map(leftoverDiagnostic)
    return errors
  }
}

export interface GenerationParts extends Pick<Generation, 'findTaken' | 'seed'> {
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
}
