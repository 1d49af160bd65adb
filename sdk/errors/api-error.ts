import { label_of } from '../declaration/label-of.ts'
import type { ProblemDetail } from '../documents/problem.ts'
import type { CataloguedError, ErrorCode } from './error-catalogue.ts'
import { ERROR_CATALOGUE } from './error-catalogue.ts'

/** What an ApiError says besides its code. */
export interface ApiErrorOptions {
  /** For the person or program that asked: the offender in [brackets], the cause, what to do next. Never a secret, SQL or stack. */
  detail: string
  title?: string
  /** Field → text, for forms. */
  errors?: Record<string, string>
  details?: ProblemDetail[]
  retryable?: boolean
  /** Extra response headers, for example `Retry-After`. */
  headers?: Record<string, string>
  /** 412: the record as it stands now. */
  current?: unknown
  /** 409: what is possible from here, for example the allowed transitions. */
  allowed?: string[]
  /** What really went wrong; logged, never sent. */
  cause?: unknown
}

/** An error code of a plugin's own needs to say its status; those of the platform have one in the catalogue. */
export type OwnErrorOptions = ApiErrorOptions & { status: number }

/**
 * The one way to answer 4xx or 5xx. Thrown by handlers, sent as RFC 9457 problem+json.
 *
 *     throw new ApiError('record_not_found', { detail: 'There is no item [7].' })
 *     throw new ApiError('slot_taken', { status: 409, detail: 'The slot [10:00] is taken; choose another.' })
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly title: string
  readonly retryable: boolean
  readonly options: ApiErrorOptions
  readonly code: string

  constructor(code: ErrorCode, options: ApiErrorOptions)
  constructor(code: string, options: OwnErrorOptions)
  constructor(code: string, options: ApiErrorOptions & { status?: number }) {
    super(options.detail, { cause: options.cause })
    const known = (ERROR_CATALOGUE as Record<string, CataloguedError>)[code]
    this.code = code
    this.status = options.status ?? known?.status ?? 500
    this.title = options.title ?? known?.title ?? label_of(code)
    this.retryable = options.retryable ?? known?.retryable ?? false
    this.options = options
  }
}

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
