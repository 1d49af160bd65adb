import type { Generation } from './generation.ts'

/** Of one plugin at once (design section 6, step 6). */
const MOST_DRAINING = 2

/** The generations of a plugin that were replaced: two may end their work at once, those before them end now. */
export class FormerGenerations {
  readonly #draining = new Map<Generation, Promise<void>>()
  readonly #options: { onEnded: () => void; onError: (error: unknown) => void }

  constructor(options: { onEnded: () => void; onError: (error: unknown) => void }) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#draining.size === 0
  }

  /** Those with work under way. */
  get busy(): number {
    return [...this.#draining.keys()].filter((generation) => !generation.isIdle).length
  }

  add(generation: Generation): void {
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
    for (const error of await generation.retire()) this.#options.onError(error)
    this.#draining.delete(generation)
    this.#options.onEnded()
  }
}
