import type { Diagnostic } from '@atrium/sdk/documents'
import { authorPlace } from '../loading/author-frame.ts'
import type { Finding } from '../documents/finding.ts'

/** Turns findings into diagnostics: the author's line is read from the stack of the call that declared it. */
export const findingDiagnostics = (findings: readonly Finding[], directory: string): Diagnostic[] =>
  findings.map(({ code, message, fix, severity, origin, document }): Diagnostic => {
    const place = origin && authorPlace(origin, directory)
    const where = { ...place, ...(document !== undefined && { document }) }
    return { code, severity: severity ?? 'error', message, ...(Object.keys(where).length > 0 && { where }), fix }
  })
