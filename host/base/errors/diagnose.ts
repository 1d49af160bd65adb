import { type Diagnostic, DIAGNOSTIC_CATALOGUE, type DiagnosticCode } from '@atrium/sdk/documents'

/** What a finding says besides its code. */
export interface DiagnosticOptions extends Pick<Diagnostic, 'message' | 'where' | 'cause'> {
  /** Default: what the catalogue says. */
  readonly fix?: string
}

/** Makes a diagnostic; the catalogue says how severe it is. */
export function diagnose(code: DiagnosticCode, { message, where, cause, fix }: DiagnosticOptions): Diagnostic {
  const known = DIAGNOSTIC_CATALOGUE[code]
  return {
    code,
    severity: known.severity,
    message,
    ...(where && { where }),
    ...(cause !== undefined && { cause }),
    fix: fix ?? known.fix,
  }
}
