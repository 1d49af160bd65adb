/** Something that `atrium doctor` found. */
export interface Finding {
  readonly code: string
  /** An error loses or reveals data, or keeps a host from starting. A warning may become one. */
  readonly severity: 'error' | 'warning'
  /** What is wrong, with the offender in [brackets], and why it matters. */
  readonly message: string
  /** What to do. */
  readonly fix: string
}

type Told = Pick<Finding, 'message' | 'fix'>

export const error = (code: string, told: Told): Finding => ({ code, severity: 'error', ...told })

export const warning = (code: string, told: Told): Finding => ({ code, severity: 'warning', ...told })
