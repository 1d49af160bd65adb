import type { Diagnostic } from '@atrium/sdk/documents'
import type { HostLogger } from '../../base/log/index.ts'
import type { Generation } from '../generation/generation.ts'

/** How many former generations of a plugin may drain at once (ARCHITECTURE: Generations). */
const MOST_DRAINING = 2

interface FormerGenerationsOptions {
  readonly plugin: string
  /** Told what fails, and what was left behind. */
  readonly log: HostLogger
  /** One of them was disposed of. */
  readonly onEnded: () => void
}

/** The generations of a plugin that were replaced: two may end their work at once, those before them end now. */
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

  /** Those with work under way. */
  get busy(): number {
    return [...this.#draining.keys()].filter((generation) => !generation.isIdle).length
  }

  /** What those since the last `add` left behind. */
  get leftovers(): readonly Diagnostic[] {
    return this.#leftovers
  }

  add(generation: Generation): void {
    this.#leftovers = []
    this.#draining.set(generation, this.#drain(generation))
    for (const oldest of [...this.#draining.keys()].slice(0, -MOST_DRAINING)) oldest.end()
  }

  /** Tells all of them to end now. */
  end(): void {
    for (const generation of this.#draining.keys()) generation.end()
  }

  /** Resolves when nothing of those there are now is left. */
  async ended(): Promise<void> {
    await Promise.all(this.#draining.values())
  }

  async #drain(generation: Generation): Promise<void> {
    const { plugin, log, onEnded } = this.#options
    for (const error of await generation.retire()) log.error({ plugin, err: error }, 'on_dispose failed')
    for (const { message, ...left } of generation.leftovers) log.warn({ plugin, ...left }, message)
    this.#leftovers = [...this.#leftovers, ...generation.leftovers]
    this.#draining.delete(generation)
    onEnded()
  }
}
