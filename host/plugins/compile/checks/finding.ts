import type { Origin } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import type { DiagnosticCode, DiagnosticPlace, FormDefinition } from '@atrium/sdk/documents'

/** Something noticed while documents are made. The author's line is read from `origin` when it becomes a diagnostic. */
export interface Finding {
  readonly code: DiagnosticCode
  /** The offender in [brackets]. */
  readonly message: string
  readonly fix: string
  readonly origin?: Origin
  /** Where it is in a file that is no code; then that is where it is, not the call. */
  readonly file?: Pick<DiagnosticPlace, 'file' | 'pointer' | 'line' | 'column'>
  /** The dashboard or form concerned. */
  readonly document?: string
}

/** Takes a finding down; the work goes on, so that all findings are reported at once. */
export type Report = (finding: Finding) => void

/** Publishes a form beside the screen that is being made. */
export type AddForm = (form: FormDefinition) => void

/** What to write instead of an unknown name: the nearest known one, or all of them. */
export function knownNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  if (names.length === 0) return 'There is none so far.'
  const nearest = nearest_name(name, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean [${nearest}]?`
}
