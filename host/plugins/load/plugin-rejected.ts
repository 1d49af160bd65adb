import type { Diagnostic } from '@atrium/sdk/documents'

/** Rejects a generation, with all findings, errors first, because they are the reason. The former generation stays in service. */
export class PluginRejected extends Error {
  override readonly name = 'PluginRejected'
  readonly diagnostics: readonly Diagnostic[]
  /** Absolute paths of the plugin's own files that were read. The watcher must follow them. */
  readonly files: readonly string[]

  constructor(
    diagnostics: readonly Diagnostic[],
    { files = [], ...options }: { files?: Iterable<string>; cause?: unknown } = {},
  ) {
    super(
      errorsFirst(diagnostics)
        .map(({ message }) => message)
        .join('\n'),
      options,
    )
    this.diagnostics = errorsFirst(diagnostics)
    this.files = [...files]
  }
}

const errorsFirst = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.toSorted((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
