import { atMost, type Finding } from '../finding.ts'

/** What a measure of the shell found, beside the same in the minimal page. */
export interface Compared {
  /** Milliseconds in the shell. */
  readonly shell: number
  /** Milliseconds in the minimal page, in the same run. */
  readonly minimal: number
  /** The most milliseconds. */
  readonly wanted: number
  /** How often it was measured, and what else is known. */
  readonly note: string
}

/** The finding about one measure, with the ratio that tells a slow machine from a slow shell. */
export function against(measure: string, { shell, minimal, wanted, note }: Compared): Finding {
  const ratio = `minimal page ${minimal.toFixed(1)} ms, ratio ${(shell / minimal).toFixed(1)}`
  return atMost(measure, shell, { wanted, unit: ' ms', note: `${ratio}; ${note}`, digits: 1 })
}
