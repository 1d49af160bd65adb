import { label_of } from '../declaration/label-of.ts'
import type { ProblemDetail } from '../documents/problem.ts'
import { type CataloguedError, ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.ts'

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
