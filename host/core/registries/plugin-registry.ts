import type { Undo } from '@atrium/sdk'
import type { PluginStatus } from '@atrium/sdk/documents'
import { Listeners } from '../../base/lifetime/index.ts'
import type { RuntimeFindings } from './runtime-findings.ts'

export type { PluginStatus }

/** The state of a plugin (ARCHITECTURE: Plugins). */
export type PluginState = PluginStatus['state']

/** The status of every plugin with its runtime findings, by which missing things are explained. */
export class PluginRegistry {
  readonly #statuses = new Map<string, PluginStatus>()
  readonly #findings: RuntimeFindings
  readonly #listeners = new Listeners<PluginStatus>()

  constructor(findings: RuntimeFindings) {
    this.#findings = findings
    findings.onChange((id) => this.#tell(id))
  }

  /** @param status without its runtime findings */
  set(status: PluginStatus): void {
    this.#statuses.set(status.id, status)
    this.#tell(status.id)
  }

  /** Whether a status, without its runtime findings, is the one that was set last. */
  isSet(status: PluginStatus): boolean {
    return JSON.stringify(status) === JSON.stringify(this.#statuses.get(status.id))
  }

  /** Forgets a plugin that is neither installed nor configured. */
  delete(id: string): void {
    this.#statuses.delete(id)
  }

  /** Reports every status that is set, and every status with news about what goes wrong. */
  onChange(listener: (status: PluginStatus) => void): Undo {
    return this.#listeners.add(listener)
  }

  get(id: string): PluginStatus | undefined {
    const status = this.#statuses.get(id)
    return status && this.#withFindings(status)
  }

  /** Sorted by id. */
  list(): readonly PluginStatus[] {
    const sorted = [...this.#statuses.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    return sorted.map((status) => this.#withFindings(status))
  }

  #withFindings(status: PluginStatus): PluginStatus {
    const runtime = this.#findings.of(status.id)
    return runtime === undefined ? status : { ...status, runtime }
  }

  #tell(id: string): void {
    const status = this.get(id)
    if (status !== undefined) this.#listeners.tell(status)
  }
}
