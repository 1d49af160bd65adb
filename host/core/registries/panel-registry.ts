import type { Panel } from '@atrium/sdk/documents'

/** A panel of `panels.config.json`. With `enabled: false` it is never shown. */
export type ConfiguredPanel = Panel & { readonly enabled: boolean }

/**
 * The panels of `panels.config.json`. A panel is *materialized* while it is enabled and at least one active plugin has a module in it;
 * only then is it listed and served.
 */
export class PanelRegistry {
  #configured: readonly ConfiguredPanel[] = []
  readonly #named = new Map<string, ReadonlySet<string>>()

  /** Replaces the configured panels. */
  configure(panels: readonly ConfiguredPanel[]): void {
    this.#configured = [...panels].sort((a, b) => a.sort - b.sort || (a.title < b.title ? -1 : 1))
  }

  /** Sets the panels in which a plugin has modules; an empty list removes the plugin. */
  replace(owner: string, panelIds: Iterable<string>): void {
    const ids = new Set(panelIds)
    if (ids.size === 0) this.#named.delete(owner)
    else this.#named.set(owner, ids)
  }

  configured(): readonly ConfiguredPanel[] {
    return this.#configured
  }

  materialized(): readonly Panel[] {
    return this.#configured.filter((panel) => panel.enabled && this.#isNamed(panel.id)).map(withoutEnabled)
  }

  get(panelId: string): Panel | undefined {
    return this.materialized().find((panel) => panel.id === panelId)
  }

  #isNamed(panelId: string): boolean {
    return [...this.#named.values()].some((ids) => ids.has(panelId))
  }
}

const withoutEnabled = ({ enabled: _, ...panel }: ConfiguredPanel): Panel => panel
