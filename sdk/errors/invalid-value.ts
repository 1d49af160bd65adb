import type { ProblemDetail } from '../documents/problem.ts'
import { ApiError } from './api-error.ts'

/** What no schema can say of a value. */
export interface InvalidValue {
  /** RFC 6901: `/phone`, `/lines/0/price`. */
  readonly pointer: string
  /** For the person who entered it: what to enter instead. */
  readonly message: string
  /** The kind of mistake, for programs. Default `value`. */
  readonly keyword?: string
}

/**
 * The 422 that a body gets which breaks its schema, for what a schema cannot say: a form shows each message at its field.
 *
 *     throw invalid_values([{ pointer: '/phone', message: 'Enter a phone number, as +49 30 901820' }])
 */
export function invalid_values(found: readonly InvalidValue[]): ApiError {
  const details: ProblemDetail[] = found.map((each) => ({ keyword: 'value', ...each }))
  const errors: Record<string, string> = {}
  for (const { pointer, message } of details) errors[fieldOf(pointer)] ??= message
  const told = Object.entries(errors).map(([field, message]) => `[${field}]: ${message}`)
  return new ApiError('validation_failed', { detail: `${told.slice(0, 5).join('; ')}.`, errors, details })
}

/** `/lines/0/price` → `lines.0.price`, as react-admin names fields. */
const fieldOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
