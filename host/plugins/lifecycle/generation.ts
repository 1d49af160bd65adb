import type { Undo } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import type { Publication } from '../../registries/publication.ts'
import type { LoadedGeneration } from '../loading/load-generation.ts'
import type { PluginManifest } from '../discovery/plugin-manifest.ts'
import type { OwnedContext } from './plugin-context.ts'

/** One loaded copy of one plugin: what it publishes, and all that it must let go of. */
export class Generation {
  /** Counted from 1 for each plugin. */
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
  readonly files: readonly string[]
  readonly loadedAt = new Date()
  readonly #loaded: LoadedGeneration
  readonly #owned: OwnedContext
  #disposed: Promise<unknown[]> | undefined

  constructor(loaded: LoadedGeneration, owned: OwnedContext, parts: GenerationParts) {
    this.#loaded = loaded
    this.#owned = owned
    this.number = parts.number
    this.manifest = parts.manifest
    this.publication = parts.publication
    this.warnings = parts.warnings
    this.files = loaded.files
  }

  /** From now on the database answers and the declared timers run. */
  start(): void {
    this.#owned.gate.open()
  }

  /**
   * Stops the timers at once and gives the requests that are under way `drain_seconds` to finish; then the signal aborts and the
   * rest is disposed of. The undo disposes of it now.
   */
  retire({ onDisposed }: { onDisposed: (errors: unknown[]) => void }): Undo {
    void this.#owned.activities.run()
    const finish = () => void this.dispose().then(onDisposed)
    const timer = setTimeout(finish, this.manifest.drain_seconds * 1000)
    timer.unref()
    return () => {
      clearTimeout(timer)
      finish()
    }
  }

  /** Lets go of everything, last in first out; once. @returns what failed on the way */
  dispose(): Promise<unknown[]> {
    this.#disposed ??= this.#letGo()
    return this.#disposed
  }

  async #letGo(): Promise<unknown[]> {
    const { activities, disposal, abort } = this.#owned
    abort.abort()
    const errors = [...(await activities.run()), ...(await disposal.run())]
    this.#loaded.globals.dispose()
    return errors
  }
}

export interface GenerationParts {
  readonly number: number
  readonly manifest: PluginManifest
  readonly publication: Publication
  readonly warnings: readonly Diagnostic[]
}
