import type { Undo } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import { Listeners } from '../../base/lifetime/index.ts'

export type { PluginStatus }

/** The state of a plugin (ARCHITECTURE: Plugins). */
export type PluginState = PluginStatus['state']

/** The status of every plugin, by which missing things are explained. */
export class PluginRegistry {
  readonly #statuses = new Map<string, PluginStatus>()
  readonly #listeners = new Listeners<PluginStatus>()

  set(status: PluginStatus): void {
    this.#statuses.set(status.id, status)
    this.#listeners.tell(status)
  }

  /** Forgets a plugin that is neither installed nor configured. */
  delete(id: string): void {
    this.#statuses.delete(id)
  }

  /** Reports every status that is set. */
  onChange(listener: (status: PluginStatus) => void): Undo {
    return this.#listeners.add(listener)
  }

  get(id: string): PluginStatus | undefined {
    return this.#statuses.get(id)
  }

  /** Sorted by id. */
  list(): readonly PluginStatus[] {
    return [...this.#statuses.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
