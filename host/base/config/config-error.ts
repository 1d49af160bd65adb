import type { Diagnostic } from '@atrium/sdk/documents'

/** A host cannot start: `panels.config.json` is not valid, and there is no last good one. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly findings: readonly Diagnostic[]

  constructor(findings: readonly Diagnostic[]) {
    super(findings.map(({ message, fix }) => `${message} ${fix}`).join('\n'))
    this.findings = findings
  }
}
