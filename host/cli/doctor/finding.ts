/** A finding of `atrium doctor`. */
export interface Finding {
  readonly code: string
  /** An error loses or reveals data, or prevents a host from starting. A warning may become one. */
  readonly severity: 'error' | 'warning'
  /** The problem, with the offender in [brackets], and why it matters. */
  readonly message: string
  /** The remedy. */
  readonly fix: string
}

type Told = Pick<Finding, 'message' | 'fix'>

export const error = (code: string, told: Told): Finding => ({ code, severity: 'error', ...told })

export const warning = (code: string, told: Told): Finding => ({ code, severity: 'warning', ...told })
