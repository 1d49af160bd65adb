import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { Finding } from '../compile/checks/finding.ts'
import { authorPlace } from '../load/author-frame.ts'

/**
 * Turns findings into diagnostics. The author's line is read from the stack of the declaring call. A line that runs several times, such as
 * that of a store, is told once.
 */
export const findingDiagnostics = (findings: readonly Finding[], directory: string): Diagnostic[] => {
  const diagnostics = findings.map(({ code, message, fix, origin, file, document }) => {
    const place = file ?? (origin && authorPlace(origin, directory))
    const where = { ...place, ...(document !== undefined && { document }) }
    return diagnose(code, { message, fix, ...(Object.keys(where).length > 0 && { where }) })
  })
  return [...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()]
}
