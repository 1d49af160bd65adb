import { ApiProblem } from '../api/api-problem.ts'
import { withReadableDays } from '../values/readable-days.ts'

/** Throws the error of a form again, with its days and times in the notation of the person. */
export function rethrowReadable(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error
  const { detail, errors, ...rest } = error.problem
  const readable = Object.entries(errors ?? {}).map(([name, message]) => [name, withReadableDays(message)] as const)
  const told = { detail: withReadableDays(detail), ...(errors && { errors: Object.fromEntries(readable) }) }
  throw new ApiProblem({ ...rest, ...told }, error.etag)
}
