import type { Diagnostic } from '@atrium/sdk/documents'

interface Details {
  readonly message: string
  /** The next step. */
  readonly fix?: string
  readonly diagnostics?: readonly Diagnostic[]
  /** 1: the command failed or was refused. 2: wrong usage. Default 1. */
  readonly exitCode?: 1 | 2
  readonly cause?: unknown
}

/** A command failed. People read the message and the fix; programs read the code. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly code: string
  readonly fix: string | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly exitCode: 1 | 2

  constructor(code: string, { message, fix, diagnostics = [], exitCode = 1, cause }: Details) {
    super(message, { cause })
    this.code = code
    this.fix = fix
    this.diagnostics = diagnostics
    this.exitCode = exitCode
  }
}
