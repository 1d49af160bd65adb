import type { Undo } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import { Listeners } from '../../base/lifetime/index.ts'

export type { PluginStatus }

/** Where a plugin stands (design section 6). */
export type PluginState = PluginStatus['state']

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
