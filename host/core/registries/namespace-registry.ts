import type { Namespace } from './namespace.ts'

/** The WebSocket namespaces by name, and by the plugin that owns them. */
export class NamespaceRegistry {
  readonly #owned = new Map<string, readonly Namespace[]>()

  /** Puts an owner's namespaces in place of those it had. */
  replace(owner: string, namespaces: readonly Namespace[]): void {
    if (namespaces.length === 0) this.#owned.delete(owner)
    else this.#owned.set(owner, namespaces)
  }

  get(name: string): Namespace | undefined {
    return this.list().find((namespace) => namespace.name === name)
  }

  list(): readonly Namespace[] {
    return [...this.#owned.values()].flat()
  }
}
