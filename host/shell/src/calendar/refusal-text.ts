import { ApiProblem } from '../api/api-problem.ts'

/** Said where somebody else was faster. */
export const CHANGED = 'Somebody else has changed it meanwhile. Look where it is now before you move it.'

/** Why a move was refused, as one can say it to the person. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error)
  if (error.status === 412) return CHANGED
  const reasons = (error.problem.details ?? []).map(({ message }) => message)
  return reasons.length > 0 ? `${[...new Set(reasons)].join('. ')}.` : error.message
}
