import type { ResourceDefinition } from '@atrium/sdk/documents'

/** What a panel's search may look into, by the plugin that owns it. */
export class ResourceRegistry {
  readonly #resources = new Map<string, readonly ResourceDefinition[]>()

  /** Puts a plugin's resources in place of those it had. */
  replace(owner: string, resources: readonly ResourceDefinition[]): void {
    if (resources.length === 0) this.#resources.delete(owner)
    else this.#resources.set(owner, resources)
  }

  list(panelId?: string): readonly ResourceDefinition[] {
    const all = [...this.#resources.values()].flat()
    return panelId === undefined ? all : all.filter((resource) => resource.panel_id === panelId)
  }
}
