import type { DiagnosticCode } from '../documents/diagnostics/diagnostic-catalogue.ts'

/**
 * A wrong declaration. Thrown at the call, so that its stack shows the author's line. The host reports it as a diagnostic with the
 * same code and fix.
 */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError'
  readonly code: DiagnosticCode
  readonly fix: string

  constructor(code: DiagnosticCode, message: string, options: { fix: string }) {
    super(message)
    this.code = code
    this.fix = options.fix
  }
}
