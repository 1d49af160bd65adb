import type { ResourceDefinition } from '@atrium/sdk/documents'

/** The resources by the plugin that owns them. */
export class ResourceRegistry {
  readonly #resources = new Map<string, readonly ResourceDefinition[]>()

  /** Replaces a plugin's resources. */
  replace(owner: string, resources: readonly ResourceDefinition[]): void {
    if (resources.length === 0) this.#resources.delete(owner)
    else this.#resources.set(owner, resources)
  }

  list(panelId?: string): readonly ResourceDefinition[] {
    const all = [...this.#resources.values()].flat()
    return panelId === undefined ? all : all.filter((resource) => resource.panel_id === panelId)
  }
}
