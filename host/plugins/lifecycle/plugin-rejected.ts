import type { Diagnostic } from '@atrium/sdk/documents'

/** A generation that will not be committed, with all that was found. The one before it goes on serving. */
export class PluginRejected extends Error {
  override readonly name = 'PluginRejected'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[], options?: { cause?: unknown }) {
    super(diagnostics.map(({ message }) => message).join('\n'), options)
    this.diagnostics = diagnostics
  }
}
