import { ApiError } from '@atrium/sdk'
import type { Diagnostic } from '@atrium/sdk/documents'

/** 503: the plugin has failed and nothing of it serves. The answer carries its diagnostics. */
export class PluginFailed extends ApiError {
  readonly diagnostics: readonly Diagnostic[]

  constructor(detail: string, diagnostics: readonly Diagnostic[]) {
    super('plugin_failed', { detail })
    this.diagnostics = diagnostics
  }
}
