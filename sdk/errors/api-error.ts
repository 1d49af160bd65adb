import { label_of } from '../declaration/label-of.ts'
import type { ProblemDetail } from '../documents/problem.ts'
import type { CataloguedError, ErrorCode } from './error-catalogue.ts'
import { ERROR_CATALOGUE } from './error-catalogue.ts'
import { errors_in_line, field_errors } from './field-errors.ts'

/** The members of an ApiError besides its code. */
export interface ApiErrorOptions {
  /** For the person or program that sent the request: the offender in [brackets], the cause, what to do next. No secret, SQL or stack. */
  detail: string
  title?: string
  /** Field → text, for forms. */
  errors?: Record<string, string>
  details?: ProblemDetail[]
  retryable?: boolean
  /** Extra response headers, for example `Retry-After`. */
  headers?: Record<string, string>
  /** 412: the record in its current version. */
  current?: unknown
  /** 409: the possible next steps, for example the allowed transitions. */
  allowed?: string[]
  /** The underlying error; logged, never sent. */
  cause?: unknown
}

/** The options of an error with a plugin's own code. It needs a status; the catalogue has the statuses of the platform's codes. */
export type OwnErrorOptions = ApiErrorOptions & { status: number }

/**
 * An answer with a status of 4xx or 5xx. Handlers throw it, and the host sends it as RFC 9457 problem+json.
 *
 *     throw new ApiError('record_not_found', { detail: 'There is no item [7].' })
 *     throw new ApiError('slot_taken', { status: 409, detail: 'The slot [10:00] is taken. Choose another.' })
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
    if (typeof options?.detail !== 'string') throw new TypeError(noDetail(code))
    if (/\s/.test(code)) throw new TypeError(noCode(code))
    if (options.status !== undefined && !isErrorStatus(options.status))
      throw new TypeError(noError(code, options.status))
    super(options.detail, { cause: options.cause })
    const known = (ERROR_CATALOGUE as Record<string, CataloguedError>)[code]
    this.code = code
    this.status = options.status ?? known?.status ?? 500
    this.title = options.title ?? known?.title ?? label_of(code)
    this.retryable = options.retryable ?? known?.retryable ?? false
    this.options = options
  }
}

/** JavaScript's own errors take a message as the first argument, so authors may do the same here by mistake. */
const noDetail = (code: string) =>
  `[new ApiError] of [${code}] has no detail. Write: new ApiError('van_away', { status: 409, detail: 'The van is away.' }).`

/** Programs compare the code, so it stays the same while texts change. */
const noCode = (code: string) =>
  `[new ApiError] gets [${code}] instead of a code. Write a name without spaces, such as [${code.trim().toLowerCase().replaceAll(/\W+/g, '_')}], and the text as its detail.`

const isErrorStatus = (status: number) => Number.isInteger(status) && status >= 400 && status <= 599

const noError = (code: string, status: number) =>
  `[new ApiError] of [${code}] has the status [${status}], which is not that of an error. Use one from 400 to 599, or return the answer.`

/** A value that breaks a rule which no schema can express. */
export interface InvalidValue {
  /** RFC 6901: `/phone`, `/lines/0/price`. */
  readonly pointer: string
  /** For the person who entered it: what to enter instead. */
  readonly message: string
  /** The kind of error, for programs. Default `value`. */
  readonly keyword?: string
}

/**
 * Returns the 422 of an invalid body, for rules that a schema cannot express. A form shows each message at its field.
 *
 *     throw invalid_values([{ pointer: '/phone', message: 'Enter a phone number such as +49 30 901820' }])
 */
export function invalid_values(found: readonly InvalidValue[]): ApiError {
  const details: ProblemDetail[] = found.map((each) => ({ keyword: 'value', ...each }))
  const errors = field_errors(details)
  return new ApiError('validation_failed', { detail: errors_in_line(errors), errors, details })
}
