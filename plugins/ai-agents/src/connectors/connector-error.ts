import { ApiError } from '@atrium/sdk'
import { redactor } from '../model/redact.ts'

/** The status for failures of an external system. No fault of this host, so not a 5xx. */
const STATUS = 424

/** The codes of failures after which the effect of a call is unknown. */
const UNKNOWN: Readonly<Record<string, string>> = {
  connector_timeout: 'tool_timeout',
  connector_unreachable: 'outcome_unknown',
  connector_answer_too_large: 'connector_answer_too_large',
}

interface Told {
  readonly title: string
  readonly secret?: string | undefined
}

/** Makes the error for operators, people and models. `said` is the system's message, without the secret. */
export function connectorError(code: string, about: string, { title, secret, said = '' }: Told & { said?: string }) {
  const text = redactor(secret)(said.replaceAll(/\s+/g, ' ').slice(0, 2_000)).slice(0, 600)
  return new ApiError(code, {
    status: STATUS,
    detail: `[${title}] ${about}${text === '' ? '' : `: ${text}`}${/[.!?]$/.test(text || about) ? '' : '.'}`,
    retryable: code === 'connector_unreachable' || code === 'connector_timeout',
  })
}

/** The error of a call that was sent: without an answer, it may have taken effect. */
export function afterSending(error: ApiError): ApiError {
  const code = UNKNOWN[error.code]
  if (code === undefined) return error
  const detail = `${error.message} Whether the call took effect is unknown. Look before you repeat it.`
  return new ApiError(code, { status: STATUS, detail, cause: error })
}
