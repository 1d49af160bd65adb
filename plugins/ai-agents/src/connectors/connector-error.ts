import { ApiError } from '@atrium/sdk'
import { redactor } from '../model/redact.ts'

/** What went wrong with an external system. It is nobody's fault here, so it is no 5xx. */
const STATUS = 424

/** The codes of failures after which nobody knows whether a call took effect. */
const UNKNOWN: Readonly<Record<string, string>> = {
  connector_timeout: 'tool_timeout',
  connector_unreachable: 'outcome_unknown',
  connector_answer_too_large: 'connector_answer_too_large',
}

interface Told {
  readonly title: string
  readonly secret?: string | undefined
}

/** Makes the error that operators, people and models get. `said` is what the system says, without the secret. */
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
