/** Variables that the host cannot start with; every one of them is named, and no secret is repeated. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly code = 'environment_invalid'
  /** One sentence each. */
  readonly findings: readonly string[]

  constructor(findings: readonly string[]) {
    super(['The environment is not right:', ...findings.map((finding) => `  ${finding}`)].join('\n'))
    this.findings = findings
  }
}
