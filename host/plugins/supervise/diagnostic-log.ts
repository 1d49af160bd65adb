import type { Diagnostic } from '@atrium/sdk/documents'
import type { HostLogger } from '../../base/log/index.ts'
import type { PluginState } from '../../core/registries/index.ts'

/** A plugin's state for the log. `serving` is the generation that stays in service, if any. */
interface Standing {
  readonly plugin: string
  readonly state: PluginState
  readonly serving: number | undefined
}

/** Logs changes of a plugin's status. A load with the same result as the one before is not logged again. */
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
      this.#log[severity === 'error' ? 'error' : 'warn'](message, { ...standing, code, where, cause, fix })
    }
  }
}
