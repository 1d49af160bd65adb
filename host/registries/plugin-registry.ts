import type { Diagnostic } from '@atrium/sdk/documents'

/** Where a plugin stands (design section 6). */
export type PluginState = 'inactive' | 'activating' | 'active' | 'failed' | 'missing'

/** A plugin as an operator sees it. A failed one may still serve its former generation: then `generation` is there. */
export interface PluginStatus {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly desired: 'active' | 'inactive'
  readonly state: PluginState
  /** Number of the generation that serves, counted from 1. */
  readonly generation?: number
  readonly loaded_at?: string
  readonly diagnostics: readonly Diagnostic[]
}

/** The state of every plugin, for whoever wants to know why something is not there. */
export class PluginRegistry {
  readonly #statuses = new Map<string, PluginStatus>()

  set(status: PluginStatus): void {
    this.#statuses.set(status.id, status)
  }

  get(id: string): PluginStatus | undefined {
    return this.#statuses.get(id)
  }

  /** By id. */
  list(): readonly PluginStatus[] {
    return [...this.#statuses.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
