import { invalid_values } from '@atrium/sdk'
import { findLimitProblems, type OperationRegistry, type RoleLimits, tablesOf } from '../core/registries/index.ts'

/**
 * Refuses limits that cannot be applied to the records of active plugins. Limits on the tables of inactive plugins are kept as they are;
 * they reach no record until they can be applied.
 * @throws ApiError 422 `validation_failed` at the condition or field
 */
export function requireApplicable(limits: RoleLimits, operations: OperationRegistry): void {
  const [problem] = findLimitProblems(limits, tablesOf(operations.list()))
  if (problem === undefined) return
  const { pointer, message, fix } = problem
  throw invalid_values([{ pointer, message: fix === undefined ? message : `${message} ${fix}` }])
}
