import { ApiError } from '@atrium/sdk'
import { redactor } from './redact.ts'

/** The facts about a failed request to a provider. Apart from the status, nothing is passed on unchecked. */
export interface ProviderFailure {
  /** The provider's status; undefined if it did not answer. */
  readonly status?: number | undefined
  /** The provider's message. */
  readonly message: string
  /** Seconds, or an HTTP date. */
  readonly retry_after?: string | undefined
}

/** The target of a request: its credential, whose key must not be repeated. */
export interface Asked {
  readonly name: string
  readonly key: string | undefined
}

/** Makes the error that people and programs get when a provider fails. */
export function providerError({ status, message, retry_after }: ProviderFailure, { name, key }: Asked): ApiError {
  const said = redactor(key)(message.replaceAll(/\s+/g, ' ').slice(0, 2_000)).slice(0, 300)
  const answered = `The provider of [${name}] answered ${status}${said === '' ? '' : `: ${said}`}`
  const fail = (code: string, detail: string, options: object = {}) =>
    new ApiError(code, { status: 502, detail, ...options })
  if (status === undefined)
    return fail('provider_unreachable', `The provider of [${name}] cannot be reached: ${said}. Try again later.`, {
      retryable: true,
    })
  if (status === 401 || status === 403)
    return fail('provider_refused_key', `${answered}. An operator has to enter a valid API key in the credential.`)
  if (status === 402) return fail('provider_unpaid', `${answered}. An operator has to look at the account there.`)
  if (status === 404)
    return fail('provider_model_unknown', `${answered}. An operator has to check the address and the model.`)
  if (status === 429) {
    const seconds = secondsOf(retry_after)
    const detail = `${answered}. Too many requests: try again in ${seconds} s.`
    return fail('provider_busy', detail, {
      ...{ status: 429, retryable: true },
      headers: { 'retry-after': String(seconds) },
    })
  }
  if (status >= 500) return fail('provider_failed', `${answered}. Try again later.`, { retryable: true })
  return fail('provider_refused', `${answered}. An operator has to check the model and the limits of the agent.`)
}

/** The stream of an answer ended early, or contained something that is not an answer. */
export const brokenAnswer = (name: string, why: string) =>
  new ApiError('provider_answer_broken', {
    ...{ status: 502, retryable: true },
    detail: `The answer of the provider of [${name}] ${why}. Send the message again.`,
  })

const LONGEST_WAIT = 3_600

function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? 'none')
  const until = Number.isNaN(seconds) ? (Date.parse(text ?? '') - Date.now()) / 1_000 : seconds
  return Number.isFinite(until) ? Math.min(Math.max(Math.ceil(until), 1), LONGEST_WAIT) : 30
}
