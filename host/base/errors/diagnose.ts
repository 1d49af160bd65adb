import { type Diagnostic, DIAGNOSTIC_CATALOGUE, type DiagnosticCode } from '@atrium/sdk/documents'

/** The members of a diagnostic besides its code and severity. */
export interface DiagnosticOptions extends Pick<Diagnostic, 'message' | 'where' | 'cause'> {
  /** Default: the catalogue's fix. */
  readonly fix?: string
}

/** The file and line of a diagnostic, `src/index.ts:12`. Empty if it has none. */
export const placeText = ({ where }: Pick<Diagnostic, 'where'>): string =>
  [where?.file, where?.line].filter((part) => part !== undefined).join(':')

/** Makes a diagnostic with the severity that the catalogue gives its code. */
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
