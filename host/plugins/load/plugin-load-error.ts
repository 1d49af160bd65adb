import type { Diagnostic } from '@atrium/sdk/documents'

/** A plugin that could not be loaded: all findings, and the original error as `cause`. The generation before it is untouched. */
export class PluginLoadError extends Error {
  override readonly name = 'PluginLoadError'
  readonly code = 'plugin_load_failed'
  readonly diagnostics: readonly Diagnostic[]
  /** The plugin's own files that were read before it failed, absolute: what a watcher must follow now. */
  readonly files: readonly string[]

  constructor(diagnostics: readonly Diagnostic[], { files, cause }: { files: Iterable<string>; cause?: unknown }) {
    super(diagnostics.map((diagnostic) => diagnostic.message).join('\n'), { cause })
    this.diagnostics = diagnostics
    this.files = [...files]
  }
}
