import type { Diagnostic } from '@atrium/sdk/documents'
import type { HostLogger } from '../../base/log/index.ts'
import type { PluginState } from '../../core/registries/index.ts'

/** Where a plugin stands, for the reader of the log. `serving` is the generation that goes on, if there is one. */
interface Standing {
  readonly plugin: string
  readonly state: PluginState
  readonly serving: number | undefined
}

/** Says in the log what a plugin's status says, once: a load that ends as the one before is no news. */
export class DiagnosticLog {
  readonly #log: HostLogger
  #written = '[]'

  constructor(log: HostLogger) {
    this.#log = log
  }

  write(diagnostics: readonly Diagnostic[], standing: Standing): void {
    if (standing.state === 'activating') return
    const text = JSON.stringify(diagnostics)
    const news = text === this.#written ? [] : diagnostics
    this.#written = text
    for (const { code, severity, message, where, cause, fix } of news) {
      this.#log[severity === 'error' ? 'error' : 'warn']({ ...standing, code, where, cause, fix }, message)
    }
  }
}
