import type { Problem } from '@atrium/sdk/documents'

/** A failed request: the host's Problem, or one made here if there was no answer (`network_unreachable`). */
export class ApiProblem extends Error {
  readonly problem: Problem
  /** The `ETag` of the answer; with 412, that of the current record. */
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

/** Makes a Problem for an answer that is not the host's own: a proxy's page, or no answer at all (status 0). */
export function foreignProblem(status: number, code: string, detail: string): Problem {
  const retryable = status === 0 || status >= 500
  return { type: 'about:blank', title: detail, status, detail, message: detail, code, request_id: '', retryable }
}

/** Whether the roles of the person do not allow the request. */
export const isDenied = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403

/** Whether a change was refused because the person has to prove their identity first. */
export const needsProof = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'confirmation_required'

/** Codes of the host for a plugin that is not running. */
export const AWAY: ReadonlySet<string> = new Set(['plugin_activating', 'plugin_inactive', 'plugin_failed'])

/** Whether the request failed because its target does not exist or its plugin is not running. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || AWAY.has(error.code))
}
