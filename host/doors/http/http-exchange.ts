import type { ParameterizedContext } from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Identity } from '../../core/auth/index.ts'
import type { Operation } from '../../core/registries/index.ts'
import type { KoaParts } from './app.ts'

interface ExchangeOptions extends Pick<KoaParts, 'contextOf'> {
  readonly id: string
}

/** One request, its answer, and the facts collected about it so far. */
export class HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly id: string
  readonly method: string
  readonly startedAt = performance.now()
  /** Still percent-encoded; both are empty until the target is read. */
  path = ''
  search = ''
  /** For the log: the pattern of the path. The URL itself may contain names and secrets. */
  route = '-'
  operation: Operation | undefined
  identity: Identity | undefined
  /** True once a raw handler sends its answer through Koa or its own code; nothing else may end the answer then. */
  isHandedOver = false
  /** `debug` for prepared answers, probes and metrics, which are too frequent to log at `info`. */
  level: 'info' | 'debug' = 'info'
  #abort: AbortController | undefined
  #koa: ParameterizedContext | undefined
  readonly #contextOf: KoaParts['contextOf']

  constructor(request: IncomingMessage, response: ServerResponse, { id, contextOf }: ExchangeOptions) {
    this.request = request
    this.response = response
    this.id = id
    this.method = request.method ?? 'GET'
    this.#contextOf = contextOf
  }

  /** Created on first use. Koa does not send its content, unless `respond` is set to true. */
  get koa(): ParameterizedContext {
    this.#koa ??= Object.assign(this.#contextOf(this.request, this.response), { respond: false })
    return this.#koa
  }

  /** From now on Koa does not send the answer. */
  keepFromKoa(): void {
    if (this.#koa) this.#koa.respond = false
  }

  /** Aborts when the client disconnects. */
  abortSignal(): AbortSignal {
    this.#abort ??= abortWithClient(this.response)
    return this.#abort.signal
  }
}

function abortWithClient(response: ServerResponse): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller
}
