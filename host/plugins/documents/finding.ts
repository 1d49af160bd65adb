import type { Origin } from '@atrium/sdk'

/** Something noticed while documents are made. The author's line is read from `origin` when it becomes a diagnostic. */
export interface Finding {
  readonly code: string
  /** The offender in [brackets]. */
  readonly message: string
  readonly fix: string
  /** Default `error`: nothing of the plugin is published. */
  readonly severity?: 'warning'
  readonly origin?: Origin
  /** The dashboard or form concerned. */
  readonly document?: string
}

/** Takes a finding down; the work goes on, so that all findings are reported at once. */
export type Report = (finding: Finding) => void
