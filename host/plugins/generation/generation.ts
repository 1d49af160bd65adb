import type { Seeding } from '@atrium/sdk'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import type { Publication } from '../../core/registries/index.ts'
import { leftoverDiagnostic } from './tracking/leftover.ts'
import type { LoadedGeneration } from './load-generation.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { OwnedContext } from './plugin-context.ts'
import { type Lease, settled } from '../../base/lifetime/index.ts'
import { authorPlace } from '../load/author-frame.ts'

/** Time for work to end after its signal was aborted, in milliseconds. */
const LAST_CALL_MS = 5_000

/** One loaded copy of a plugin: its publication, and the resources to release on disposal. */
export class Generation {
  /** Counts from 1 for each plugin. */
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
  readonly files: readonly string[]
  /** A hash of its files. */
  readonly content: string
  /** Names that were taken by plugins committed after this generation was checked. */
  readonly findTaken: () => readonly Diagnostic[]
  /** Fills the plugin's tables with example data, as the plugin itself. Undefined if it exports no `seed`. */
  readonly seed: ((seeding: Seeding) => Promise<void>) | undefined
  readonly loadedAt = new Date()
  readonly #onStart: () => void
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
    this.#onStart = parts.onStart
    this.files = loaded.files
    this.content = loaded.content
  }

  /** The lease that its work holds. */
  get lease(): Lease {
    return this.#owned.hold
  }

  /** Finds the author's line in a stack. Undefined if the plugin is not on it. */
  readonly locate = (error: unknown): DiagnosticPlace | undefined => authorPlace(error, this.manifest.directory)

  /** Whether no work is under way. */
  get isIdle(): boolean {
    return this.#owned.hold.isIdle
  }

  /** Work that it had started and not ended, known after disposal. */
  get leftovers(): readonly Diagnostic[] {
    return this.#leftovers
  }

  /** From now on the database is available and the declared timers run. */
  start(): void {
    this.#loaded.opened.run(() => this.#owned.gate.open())
    this.#onStart()
  }

  /**
   * Stops the timers at once, waits up to `drain_seconds` for the work under way, and disposes of the rest. Works once.
   * @returns the errors of disposal
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

  /** Aborts the work under way, so that `retire` does not wait any longer. */
  end(): void {
    this.#owned.hold.end()
  }

  /** Ends the work under way and releases everything, last in first out. Works once. @returns the errors of disposal */
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
    errors.push(...(await this.#loaded.opened.run(() => disposal.run())))
    this.#leftovers = (await this.#loaded.dispose()).map(leftoverDiagnostic)
    return errors
  }
}

export interface GenerationParts extends Pick<Generation, 'findTaken' | 'seed'> {
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
  /** Called by `start`. */
  readonly onStart: () => void
}
