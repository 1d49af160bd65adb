import type { Undo } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import { Listeners } from '../../base/lifetime/index.ts'
import type { RuntimeFindings } from './runtime-findings.ts'
import type { Vitals } from './vitals.ts'

export type { PluginStatus }

/** The state of a plugin (ARCHITECTURE: Plugins). */
export type PluginState = PluginStatus['state']

/** The members of a status that exist only while it runs. */
interface Running {
  readonly findings: RuntimeFindings
  readonly vitals: Vitals
}

/** The status of every plugin with its runtime findings and vitals. Used to explain missing things. */
export class PluginRegistry {
  readonly #statuses = new Map<string, PluginStatus>()
  readonly #reloads = new Map<string, string>()
  readonly #running: Running
  readonly #listeners = new Listeners<PluginStatus>()

  constructor(running: Running) {
    this.#running = running
    running.findings.onChange((id) => this.#tell(id))
  }

  /** @param status without its runtime members */
  set(status: PluginStatus): void {
    this.#statuses.set(status.id, status)
    this.#tell(status.id)
  }

  /** Whether a status, without its runtime members, is the one that was set last. */
  isSet(status: PluginStatus): boolean {
    return JSON.stringify(status) === JSON.stringify(this.#statuses.get(status.id))
  }

  /** Records that a plugin was reloaded, as this request asked of all hosts. */
  noteReload(id: string, reload: string): void {
    this.#reloads.set(id, reload)
    this.#tell(id)
  }

  /** The last request to reload a plugin on all hosts that was followed here. */
  reloadOf(id: string): string | undefined {
    return this.#reloads.get(id)
  }

  /** Removes a plugin that is neither installed nor configured. */
  delete(id: string): void {
    this.#statuses.delete(id)
  }

  /** Reports every status that is set, and every status with new findings. */
  onChange(listener: (status: PluginStatus) => void): Undo {
    return this.#listeners.add(listener)
  }

  get(id: string): PluginStatus | undefined {
    const status = this.#statuses.get(id)
    return status && this.#asItRuns(status)
  }

  ids(): string[] {
    return [...this.#statuses.keys()]
  }

  /** Sorted by id. */
  list(): readonly PluginStatus[] {
    const sorted = [...this.#statuses.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    return sorted.map((status) => this.#asItRuns(status))
  }

  #asItRuns(status: PluginStatus): PluginStatus {
    const { findings, vitals } = this.#running
    const [runtime, measured] = [findings.of(status.id), vitals.of(status.id)]
    return { ...status, ...(runtime && { runtime }), ...(measured && { vitals: measured }) }
  }

  #tell(id: string): void {
    const status = this.get(id)
    if (status !== undefined) this.#listeners.tell(status)
  }
}
