import type { Caller, RawQuery } from '@atrium/sdk'
import type { ParameterizedContext } from 'koa'
import { originOf } from '../../core/operations/request.ts'
import type { CallOrigin, OperationRequest } from '../../core/operations/request.ts'
import type { Operation } from '../../core/registries/index.ts'
import type { Exchange } from './exchange.ts'
import { readQuery } from './read-query.ts'

/** A call of an operation over HTTP. */
export class HttpCall implements OperationRequest {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: RawQuery
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly caller: Caller | undefined
  readonly origin: CallOrigin
  readonly requestId: string
  readonly koa?: ParameterizedContext
  readonly #exchange: Exchange
  #abort: AbortController | undefined

  constructor(exchange: Exchange, operation: Operation, { params, body }: Pick<OperationRequest, 'params' | 'body'>) {
    this.#exchange = exchange
    this.operation = operation
    this.params = params
    this.query = readQuery(exchange.search)
    this.body = body
    // Only `set-cookie` may be an array, and that is no header of requests.
    this.headers = exchange.request.headers as Record<string, string | undefined>
    this.caller = exchange.identity?.caller
    this.origin = originOf(exchange.identity)
    this.requestId = exchange.id
    if (operation.raw) this.koa = exchange.koa
  }

  /** Aborted when the client goes away. Made when first asked for: most handlers never do, and it is not cheap. */
  get signal(): AbortSignal {
    this.#abort ??= abortWithClient(this.#exchange)
    return this.#abort.signal
  }
}

function abortWithClient({ response }: Exchange): AbortController {
  const controller = new AbortController()
  const abort = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return controller
}
