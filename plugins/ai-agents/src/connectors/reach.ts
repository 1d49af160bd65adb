import { ApiError, type PluginContext } from '@atrium/sdk'
import { connectorError } from './connector-error.ts'
import type { OpenedConnector } from './connector-store.ts'
import { accessTo } from './oauth/access.ts'
import type { OauthContext } from './oauth/authority.ts'

/** The most bytes of one answer. */
export const LARGEST_ANSWER = 2_000_000

type Context = OauthContext & Pick<PluginContext, 'signal'>

interface ReachOptions {
  readonly seconds: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
}

/** Requests to one external system, within limits of time and size, with the caller's credentials for it. */
export class Reach {
  readonly connector: OpenedConnector
  readonly signal: AbortSignal
  readonly #fetch: typeof fetch
  readonly #late: AbortSignal
  readonly #tooLarge = new AbortController()
  readonly #seconds: number
  /** The last token that was sent, which no error repeats. */
  #token: string | undefined
  readonly #note = (token: string) => void (this.#token = token)
  /** Why the host refused a request, because the MCP client does not pass on the original error. */
  #refused: ApiError | undefined

  constructor(connector: OpenedConnector, context: Context, { seconds, signal }: ReachOptions) {
    this.connector = connector
    this.#fetch = connector.auth === 'oauth' ? accessTo(connector, context, { used: this.#note }) : context.fetch
    this.#seconds = seconds
    this.#late = AbortSignal.timeout(seconds * 1_000)
    const given = signal === undefined ? [] : [signal]
    this.signal = AbortSignal.any([context.signal, this.#late, this.#tooLarge.signal, ...given])
  }

  /** `fetch` with the secret, which is sent to no other origin. Too large an answer is cut off. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const { secret, url } = this.connector
    const isOwn = new URL(input instanceof Request ? input.url : input).origin === new URL(url).origin
    if (secret !== undefined && isOwn) headers.set('authorization', `Bearer ${secret}`)
    const signal = init.signal ? AbortSignal.any([init.signal, this.signal]) : this.signal
    try {
      return this.#limited(await this.#fetch(input, { ...init, headers, signal }))
    } catch (error) {
      if (error instanceof ApiError) this.#refused = error
      throw error
    }
  }

  /** An error about the system. The system's message is repeated without the token. */
  readonly error = (code: string, about: string, said = ''): ApiError =>
    connectorError(code, about, { title: this.connector.title, secret: this.#token ?? this.connector.secret, said })

  /** The error for a failed request, addressed to the person who has to act. */
  failure(error: unknown): ApiError {
    if (error instanceof ApiError) return error
    if (this.#refused !== undefined) return this.#refused
    const fail = this.error
    if (this.#tooLarge.signal.aborted)
      return fail('connector_answer_too_large', `answered more than ${LARGEST_ANSWER / 1e6} MB. Ask for less at once`)
    if (this.#late.aborted)
      return fail('connector_timeout', `did not answer within ${this.#seconds} s. Try again later`)
    const status = statusOf(error)
    if (status === 401 || status === 403)
      return fail('connector_refused', `refused the request (${status}). An operator has to check its sign-in`)
    if (status !== undefined) return fail('connector_failed', `answered ${status}`, messageOf(error))
    if (isNetwork(error)) return fail('connector_unreachable', 'cannot be reached', messageOf(error))
    return fail('connector_protocol_error', 'answered something that is not its protocol', messageOf(error))
  }

  #limited(response: Response): Response {
    if (response.body === null) return response
    let left = LARGEST_ANSWER
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.byteLength
        if (left >= 0) return controller.enqueue(chunk)
        this.#tooLarge.abort()
        controller.error(new Error('The answer is too large.'))
      },
    })
    const { status, statusText, headers } = response
    const limited = new Response(response.body.pipeThrough(count), { status, statusText, headers })
    Object.defineProperty(limited, 'url', { value: response.url })
    return limited
  }
}

function statusOf(error: unknown): number | undefined {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { status?: unknown } }
  const found = status ?? data?.status
  return typeof found === 'number' && found >= 300 ? found : undefined
}

/** `fetch` throws a TypeError with the reason as its cause. */
function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, code, cause } = error as Error & { code?: unknown }
  if (name === 'TypeError' || name === 'AbortError' || code === 'CONNECTION_CLOSED' || code === 'SEND_FAILED')
    return true
  return cause !== undefined && isNetwork(cause)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.cause instanceof Error ? messageOf(error.cause) : error.message
}
