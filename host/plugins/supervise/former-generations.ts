import type { Diagnostic } from '@atrium/sdk/documents'
import type { HostLogger } from '../../base/log/index.ts'
import type { Generation } from '../generation/generation.ts'

/** How many former generations of a plugin may drain at once (ARCHITECTURE: Generations). */
const MOST_DRAINING = 2

interface FormerGenerationsOptions {
  readonly plugin: string
  /** Gets errors of disposal and reports of leftovers. */
  readonly log: HostLogger
  /** Called after one of them was disposed of. */
  readonly onEnded: () => void
}

/** The replaced generations of a plugin. Two may drain at once; older ones end immediately. */
export class FormerGenerations {
  readonly #draining = new Map<Generation, Promise<void>>()
  readonly #options: FormerGenerationsOptions
  #leftovers: readonly Diagnostic[] = []

  constructor(options: FormerGenerationsOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#draining.size === 0
  }

  /** The number with work under way. */
  get busy(): number {
    return [...this.#draining.keys()].filter((generation) => !generation.isIdle).length
  }

  /** The leftovers since the last `add`. */
  get leftovers(): readonly Diagnostic[] {
    return this.#leftovers
  }

  add(generation: Generation): void {
    this.#leftovers = []
    this.#draining.set(generation, this.#drain(generation))
    for (const oldest of [...this.#draining.keys()].slice(0, -MOST_DRAINING)) oldest.end()
  }

  /** Aborts the work of all of them. */
  end(): void {
    for (const generation of this.#draining.keys()) generation.end()
  }

  /** Resolves when all present ones are disposed of. */
  async ended(): Promise<void> {
    await Promise.all(this.#draining.values())
  }

  async #drain(generation: Generation): Promise<void> {
    const { plugin, log, onEnded } = this.#options
    for (const error of await generation.retire()) log.error('on_dispose failed', { plugin, err: error })
    for (const { message, ...left } of generation.leftovers) log.warn(message, { plugin, ...left })
    this.#leftovers = [...this.#leftovers, ...generation.leftovers]
    this.#draining.delete(generation)
    onEnded()
  }
}
