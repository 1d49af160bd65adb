import type { ApiError } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import { type ErrorBudget, withErrorBudget } from './error-budget.ts'
import { createCall } from './inner-call.ts'
import { createPerformMany } from './perform-many.ts'
import { createPerform, type PerformOptions } from './perform.ts'
import { createValidators } from './validators.ts'

interface CallsOptions extends Omit<PerformOptions, 'validators' | 'findings' | 'log'> {
  readonly log: HostLogger
  readonly findings: NonNullable<PerformOptions['findings']>
  /** The error budget of a plugin; undefined: only failures are counted. */
  readonly budget: ErrorBudget | undefined
  /** Explains why no operation matches. */
  readonly explain: (method: string, path: string) => ApiError
}

/** Makes `perform`, and the in-process calls over it that plugins get as `call` and `call_each`. */
export function createCalls({ budget, explain, ...options }: CallsOptions) {
  const { operations, findings, log } = options
  const shared = { ...options, validators: createValidators({ log }) }
  const perform = withErrorBudget(createPerform(shared), { budget, findings })
  const performMany = createPerformMany({ ...shared, perform })
  return { perform, calls: createCall({ operations, perform, performMany, explain }) }
}
