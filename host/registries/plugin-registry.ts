import type { Undo } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'
import { Listeners } from './listeners.ts'

/** Where a plugin stands (design section 6). */
export type PluginState = 'inactive' | 'activating' | 'active' | 'blocked' | 'failed' | 'missing' | 'deactivating'

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
  /** How many former generations still have work under way. */
  readonly draining?: number
  readonly diagnostics: readonly Diagnostic[]
}

/** The state of every plugin, for whoever wants to know why something is not there. */
export class PluginRegistry {
  readonly #statuses = new Map<string, PluginStatus>()
  readonly #listeners = new Listeners<PluginStatus>()

  set(status: PluginStatus): void {
    this.#statuses.set(status.id, status)
    this.#listeners.tell(status)
  }

  /** Forgets a plugin that is neither there nor wanted any more. */
  delete(id: string): void {
    this.#statuses.delete(id)
  }

  /** Tells of every status that is set. */
  onChange(listener: (status: PluginStatus) => void): Undo {
    return this.#listeners.add(listener)
  }

  get(id: string): PluginStatus | undefined {
    return this.#statuses.get(id)
  }

  /** By id. */
  list(): readonly PluginStatus[] {
    return [...this.#statuses.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
