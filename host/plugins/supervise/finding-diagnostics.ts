import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace } from '../load/author-frame.ts'
import type { Finding } from '../compile/documents/finding.ts'

/** Turns findings into diagnostics: the author's line is read from the stack of the call that declared it. */
export const findingDiagnostics = (findings: readonly Finding[], directory: string): Diagnostic[] =>
  findings.map(({ code, message, fix, origin, file, document }) => {
    const place = file ?? (origin && authorPlace(origin, directory))
    const where = { ...place, ...(document !== undefined && { document }) }
    return diagnose(code, { message, fix, ...(Object.keys(where).length > 0 && { where }) })
  })
