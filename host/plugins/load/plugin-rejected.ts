import type { Diagnostic } from '@atrium/sdk/documents'

/** A generation that will not be committed, with everything that was found. The generation before it goes on serving. */
export class PluginRejected extends Error {
  override readonly name = 'PluginRejected'
  readonly diagnostics: readonly Diagnostic[]
  /** The plugin's own files that were read, absolute: what a watcher must follow now. */
  readonly files: readonly string[]

  constructor(
    diagnostics: readonly Diagnostic[],
    { files = [], ...options }: { files?: Iterable<string>; cause?: unknown } = {},
  ) {
    super(diagnostics.map(({ message }) => message).join('\n'), options)
    this.diagnostics = diagnostics
    this.files = [...files]
  }
}
