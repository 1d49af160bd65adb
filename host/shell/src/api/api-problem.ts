import type { Problem } from '@atrium/sdk/documents'

/** A request that did not succeed: the host's Problem, or one made here when no answer came (`network_unreachable`). */
export class ApiProblem extends Error {
  readonly problem: Problem
  /** The `ETag` of the answer; with 412 that of the record as it stands now. */
  readonly etag: string | null

  constructor(problem: Problem, etag: string | null = null) {
    super(problem.detail)
    this.name = 'ApiProblem'
    this.problem = problem
    this.etag = etag
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }
}

/** A Problem for answers that are none of the host's: a proxy's page, or no answer at all (status 0). */
export function foreignProblem(status: number, code: string, detail: string): Problem {
  const retryable = status === 0 || status >= 500
  return { type: 'about:blank', title: detail, status, detail, message: detail, code, request_id: '', retryable }
}

/** Reasons for which something is not there at the moment: its plugin does not serve. */
const AWAY: ReadonlySet<string> = new Set(['plugin_activating', 'plugin_inactive', 'plugin_failed'])

/** Whether what was asked for is not there, or not any more. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || AWAY.has(error.code))
}
